#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::ptx {

/// What the user asks of a compiler besides the source.
struct CompileOptions {
  std::vector<std::filesystem::path> include_folders;  ///< searched after the source's own folder
  std::vector<std::string> definitions;                ///< of macros: NAME or NAME=VALUE
  unsigned architecture = 0;       ///< compute capability times ten; 0: what the source needs (architecture.h)
  std::string standard = "c++17";  ///< of C++
  bool operator==(const CompileOptions&) const = default;
};

/// The options as arguments that NVRTC, nvcc and clang all understand; without the architecture.
std::vector<std::string> arguments_of(const CompileOptions& options);

/// Options as they are typed after a compiler's name: "-I DIR -D NAME=VALUE --arch sm_80 --std c++20", where a value may also
/// follow "=" or, after -I and -D, nothing, and "…" encloses spaces. Folders are relative to `folder`. Errors: an option that is
/// none of these, one without its value, a quotation that does not end, and those of make_compile_options().
base::Result<CompileOptions> parse_compile_options(const std::string& text, const std::filesystem::path& folder);

/// Both together: folders and definitions of `general`, then those of `special`, whose architecture and standard win unless they
/// are what they are by default.
CompileOptions merged(const CompileOptions& general, const CompileOptions& special);

/// Errors: a folder that does not exist, a definition that does not begin with a name, an architecture that is not "sm_NN" with
/// NN from 50 to 121, a standard that is not c++14, c++17 or c++20. Each names its option, such as "--arch".
base::Result<CompileOptions> make_compile_options(std::vector<std::filesystem::path> include_folders,
                                                  std::vector<std::string> definitions, const std::string& architecture,
                                                  const std::string& standard);

}  // namespace warplens::ptx
