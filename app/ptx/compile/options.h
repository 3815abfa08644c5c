#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace warplens::ptx {

/// The user's options for a compiler.
struct CompileOptions {
  std::vector<std::filesystem::path> include_folders;  ///< searched after the source's own folder
  std::vector<std::string> definitions;                ///< macros: NAME or NAME=VALUE
  unsigned architecture = 0;       ///< compute capability times ten; 0: chosen by the source's needs (needed_architecture())
  std::string standard = "c++17";  ///< C++ standard
  bool optimised = true;           ///< false: -O0; each access in the source stays in the PTX
  // Of whole programs:
  std::vector<std::string> host_options{};  ///< for the compiler of the host's code, by -Xcompiler
  std::vector<std::string> libraries{};     ///< for the linker: -lNAME and -LFOLDER
  bool relocatable = false;                 ///< -rdc=true: kernels use what other files define
  bool operator==(const CompileOptions&) const = default;
};

/// The oldest compute capability, times ten, that today's toolkits compile for.
inline constexpr unsigned oldest_architecture = 75;

/// The flags in a text, which are separated by spaces.
std::vector<std::string> flags_in(const std::string& text);

/// Make arguments, understood by NVRTC, nvcc and clang, from the options; without the architecture.
std::vector<std::string> arguments_of(const CompileOptions& options);

/// Parse options as typed on a command line: -I DIR, -D NAME=VALUE, --arch sm_80, --std c++20, -O0 or -O3. The values of --arch
/// and --std may also follow "="; the values of -I and -D may be attached, as in -DN=4. Quotation marks enclose values with
/// spaces. Folders are relative to `folder`. nvcc's flags may be there as in a Makefile (makefile_flags.h). Errors: an unknown
/// option, an option without a value, an unclosed quotation mark, and those of make_compile_options().
base::Result<CompileOptions> parse_compile_options(const std::string& text, const std::filesystem::path& folder);

/// Merge options: include folders and definitions of `general`, then of `special`. Architecture, standard and optimisation come
/// from `special`, or from `general` if they have their default values there.
CompileOptions merged(const CompileOptions& general, const CompileOptions& special);

/// Make options from their texts. Errors: a folder that does not exist, a definition that does not begin with a name, an
/// architecture that is not "sm_NN" with NN from 50 to 121, a standard other than c++11, c++14, c++17 or c++20, a `level` of
/// optimisation other than "", "0" or "3". Each error names its option, such as "--arch".
base::Result<CompileOptions> make_compile_options(std::vector<std::filesystem::path> include_folders,
                                                  std::vector<std::string> definitions, const std::string& architecture,
                                                  const std::string& standard, const std::string& level = "");

/// Choose the compute capability, times ten, for which to compile a source: 75, the oldest that today's toolkits know; 80 or 90
/// if the source mentions a function or an instruction introduced by it (CUDA C++ Programming Guide, "Warp Reduce Functions",
/// "Asynchronous Data Copies", "Thread Block Clusters"; PTX ISA, "Target ISA Notes"). Words in comments count, too.
unsigned needed_architecture(std::string_view source);

}  // namespace warplens::ptx
