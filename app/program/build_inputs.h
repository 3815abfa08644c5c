#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "program/build.h"
#include "ptx/compile/content_store.h"
#include "ptx/compile/options.h"
#include "ptx/compile/source_files.h"

namespace warplens::program {

/// Everything that determines an executable.
struct BuildInputs {
  ptx::ContentKey key;
  std::vector<ptx::FileStamp> stamps;  ///< of the files read
};

/// Collect the inputs of a build: the sources with their includes, or with a wrapper all files in BuildLimits::visible; the
/// compilers, the options, and `arguments`, which Warplens adds for the compilers. Nothing if the inputs are not known: an
/// include whose name is a macro's value, a file that the assembler reads, a date or time built into the program, too many files.
std::optional<BuildInputs> inputs_of(const std::vector<std::filesystem::path>& sources, const ptx::CompileOptions& options,
                                     const BuildLimits& limits, const std::vector<std::string>& arguments);

/// Whether no file has changed since it was read.
bool are_as_read(const BuildInputs& inputs);

}  // namespace warplens::program
