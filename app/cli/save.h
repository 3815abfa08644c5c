#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "launch/launch.h"
#include "launch/launch_result.h"

namespace warplens::cli {

/// One `--save INDEX|NAME[:TYPE]=FILE.npy`: a buffer among the arguments or a variable of the module, and the file to write.
struct Save {
  bool variable = false;
  std::size_t index = 0;  ///< in LaunchResult::outputs; of a variable, in LaunchResult::symbols
  launch::ElementType type = launch::ElementType::u8;
  std::string called;  ///< its name in messages
  std::filesystem::path file;
};

/// Read the --save options of a launch. A variable is added to Launch::saved_symbols; without a TYPE it is saved as the type that
/// --symbol gave it, else as its own, else as bytes. Errors: no such argument or variable, an argument that is a number, a type
/// that does not divide the size.
base::Result<std::vector<Save>> parse_saves(const std::vector<std::string>& options, launch::Launch& launch);

/// Write all files. The error names the content that is lost because the kernel failed.
base::Status write(const std::vector<Save>& saves, const launch::LaunchResult& result);

}  // namespace warplens::cli
