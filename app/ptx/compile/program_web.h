#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "ptx/compile/options.h"

// Whole CUDA programs in the page. Both functions throw base::NotYet, as ptx::compile() does there: call again then.

namespace warplens::ptx {

/// Compile the device's part of a program's .cu file, as ptx::compile() a kernel, for a host with 32 bits. Its PTX has notes.
base::Result<std::string> compile_device_of_program(const std::filesystem::path& source, const CompileOptions& options);

/// A file of a program.
struct HostSource {
  std::filesystem::path path;
  std::string ptx;  ///< of compile_device_of_program(); "": not a .cu file
};

/// The host's part of a program.
struct HostProgram {
  std::string wasm;                   ///< a WebAssembly file, for assets/web/program.js
  std::vector<base::Error> warnings;  ///< each with its file and line
};

/// Compile and link the host's part of a program, with debug information. Errors: the compiler's first error, with its place;
/// functions that are called but defined nowhere; too much static data.
base::Result<HostProgram> compile_host(const std::vector<HostSource>& sources, const CompileOptions& options);

}  // namespace warplens::ptx
