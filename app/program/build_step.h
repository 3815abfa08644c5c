#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::program {

/// What a compiler or linker did.
struct StepResult {
  bool succeeded = false;
  std::string output;  ///< all that it printed
};

/// Runs a compiler or linker with arguments. Errors: it did not run, a limit exceeded.
using RunStep =
    std::function<base::Result<StepResult>(const std::filesystem::path& compiler, const std::vector<std::string>& arguments)>;

/// The first error in what a compiler or linker printed: its place in the sources; functions that nobody defines.
base::Error error_of(const std::string& output, const std::filesystem::path& compiler);

/// Run a step that must succeed. Errors: those of `run`; error_of().
base::Status must_run(const RunStep& run, const std::filesystem::path& compiler, const std::vector<std::string>& arguments);

/// Objects, and how they become an executable.
struct Linking {
  std::filesystem::path compiler;      ///< that links, and compiles C++
  std::vector<std::string> before;     ///< options before the objects
  std::vector<std::string> objects;    ///< in the folder of `output`
  std::vector<std::string> libraries;  ///< after the objects
  std::filesystem::path output;
};

/// Link. A function of CUDA or of one of its libraries that nobody defines gets a definition of ours, which ends the program when
/// it is called, and says which function it was. Errors: as must_run().
base::Status link(const Linking& linking, const RunStep& run);

/// Whether one of several texts of PTX only declares what another one defines, so that they must be linked.
bool depend_on_each_other(const std::vector<std::string>& ptx);

/// Write the file that brings the kernels of all objects together, which were compiled as relocatable code (-rdc=true):
/// a C++ source in the folder of `output`, to be linked with the objects. Errors: of reading and writing.
base::Result<std::filesystem::path> write_linked_binaries(const std::vector<std::string>& objects,
                                                          const std::filesystem::path& output);

}  // namespace warplens::program
