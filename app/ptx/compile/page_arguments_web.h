#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ptx/compile/options.h"

// The arguments of the page's clang: those of compile.cpp, written for `clang -cc1`, which has no defaults.

namespace warplens::ptx {

/// Where the page's compiler sees our headers, which assets/web/compiler.js puts there.
inline constexpr const char* page_headers = "/warplens";

/// Make the command that compiles kernels. It reads host code as for 64-bit Linux, and makes nothing of it. `output`: a path for
/// NVVM IR.
std::vector<std::string> page_kernel_command(const std::filesystem::path& source, const CompileOptions& options,
                                             const std::string& output);

/// Make the command that compiles the device's part of a program that runs in the page. Its host has 32 bits, so that all that
/// both sides lay out has them, too. `output`: a path for NVVM IR.
std::vector<std::string> page_device_command(const std::filesystem::path& source, const CompileOptions& options,
                                             const std::string& output);

/// Make the command that compiles the host's part of a program's file: of a .cu with the PTX in the file `ptx`, of another C++
/// file, or of a C file. `output`: a path for an object of WebAssembly.
std::vector<std::string> page_host_command(const std::filesystem::path& source, const CompileOptions& options,
                                           const std::string& ptx, const std::string& output);

/// Make the command that compiles one of our own files that every program has (clang/page/): `name` without its folder.
std::vector<std::string> page_support_command(const std::string& name, const std::string& output);

/// Make the command that links `objects`. `allowed`: path of a list of the functions that the page gives to the program.
std::vector<std::string> page_link_command(const std::vector<std::string>& objects, const std::string& allowed,
                                           const std::string& output);

}  // namespace warplens::ptx
