#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"
#include "experiment/sequence.h"
#include "export/program/array_text.h"
#include "export/program/names.h"

namespace warplens::export_ {

/// An array of the program, for a buffer of the experiment.
struct PlannedArray {
  std::string argument;  ///< name in the experiment
  HostArray host;
  std::string device, result;  ///< variables: the address on the device, and the host array for the result ("": not copied back)
};

/// A launch in the program.
struct PlannedLaunch {
  const launch::Launch& launch;
  experiment::Settings settings;
  std::string kernel;                            ///< its name in main()
  std::string grid, block, shared;               ///< variables; shared is "" without dynamic shared memory
  std::map<std::string, std::string> variables;  ///< by the argument's name: numbers, and arrays of the host
};

/// The variables of a program's main(): their names, and C++ that declares them.
struct Plan {
  std::vector<PlannedLaunch> launches;  ///< in order
  std::vector<PlannedArray> arrays;
  std::string numbers;  ///< declares the numbers, grids, blocks and bytes of dynamic shared memory
};

/// Plan the main() of an experiment. `program`: the experiment's launches with these settings; it must outlive the plan, which
/// refers to them. Errors: a sequence uses one buffer with two sizes; there is no output to copy back.
base::Result<Plan> plan_of(const experiment::Experiment& experiment, const experiment::Settings& settings,
                           const experiment::Program& program, Names& names);

/// The name of a kernel or a variable in the source's own text: without anonymous namespaces.
std::string called_in_source(std::string name);

/// The type that a pointer parameter points to: "float" for "const float *__restrict__"; "" if it is no pointer to one
/// element.
std::string pointee_of(const std::string& declared);

}  // namespace warplens::export_
