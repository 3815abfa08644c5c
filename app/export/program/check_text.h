#pragma once

#include <map>
#include <string>

#include "experiment/experiment.h"
#include "export/program/array_text.h"
#include "export/program/names.h"
#include "launch/launch.h"

namespace warplens::export_ {

/// C++ that computes on the host the values to compare an output with.
struct CheckText {
  std::string function;    ///< before main(); "" if none is needed
  std::string statements;  ///< in main(), to fill `expected`, a std::vector<double>
  std::string output;      ///< name of the compared argument; "": none
  double tolerance = 0;    ///< relative
  std::string missing;     ///< a remark why nothing is compared; else ""
};

/// Write the check of an experiment's launch with these settings. `variables`: the program's names of its arguments.
CheckText check_text(const experiment::Experiment& experiment, const experiment::Settings& settings, const launch::Launch& launch,
                     const std::map<std::string, std::string>& variables, Names& names);

}  // namespace warplens::export_
