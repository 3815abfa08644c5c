#include "program/build.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/process.h"
#include "base/resources.h"
#include "program/build_inputs.h"
#include "program/clang_build.h"
#include "program/cuda_toolkit.h"
#include "program/host_needs.h"
#include "ptx/compile/compile.h"
#include "ptx/compile/compiler_notes.h"
#include "ptx/compile/diagnostic.h"
#include "ptx/compile/former_names.h"
#include "ptx/compile/link_errors.h"
#include "ptx/compile/options.h"

namespace warplens::program {
namespace {

/// The architecture that all of the sources need.
unsigned architecture_for(const std::vector<std::filesystem::path>& sources, const ptx::CompileOptions& options) {
  unsigned needed = options.architecture;
  for (const std::filesystem::path& source : sources) {
    if (options.architecture != 0) break;
    if (const auto text = base::read_text(source)) needed = std::max(needed, ptx::needed_architecture(*text));
  }
  return needed;
}

/// Against whose CUDA runtime a program is linked.
enum class Runtime { ours, of_toolkit };

base::Error error_of(const std::string& output, const std::string& compiler, Runtime runtime) {
  const char* const why = runtime == Runtime::ours ? ptx::not_in_our_runtime
                                                   : "which is not in the CUDA runtime; build the program yourself, with nvcc "
                                                     "-cudart shared and the libraries that it needs, "
                                                     "and name the executable";
  if (auto error = ptx::missing_function_error(output, why)) return *error;
  if (auto error = ptx::first_diagnostic(output)) return *error;
  return base::error(compiler + " failed: " + ptx::first_line(output));
}

/// Returns what the compiler printed.
base::Result<std::string> run(const std::filesystem::path& compiler, const std::vector<std::string>& arguments,
                              const BuildLimits& limits, Runtime runtime) {
  std::vector<std::string> words = limits.wrapper;
  words.push_back(compiler.string());
  words.insert(words.end(), arguments.begin(), arguments.end());
  const std::string first = words.front();
  words.erase(words.begin());
  auto result = base::run_process(first, words, limits.time, limits.memory);
  if (!result) return base::error(compiler.filename().string() + " " + result.error().message);
  if (result->exit_status != 0) return error_of(result->output, compiler.filename().string(), runtime);
  return std::move(result->output);
}

/// For an executable with uncompressed PTX, which our runtime reads, and line information of both sides.
std::vector<std::string> nvcc_options(unsigned architecture) {
  const std::string target = fmt::format("arch=compute_{0},code=compute_{0}", architecture);
  return {"-O1", "-g", "-lineinfo", "--no-compress", "--expt-relaxed-constexpr", "--extended-lambda", "-gencode", target};
}

std::vector<std::string> nvcc_arguments(const std::vector<std::filesystem::path>& sources, const ptx::CompileOptions& options,
                                        const HostNeeds& needs, const std::filesystem::path& output) {
  std::vector<std::string> arguments = nvcc_options(architecture_for(sources, options));
  std::ranges::move(ptx::arguments_of(options), std::back_inserter(arguments));
  if (needs.openmp) arguments.insert(arguments.end(), {"-Xcompiler", "-fopenmp"});
  if (needs.former_names) std::ranges::move(ptx::options_for_former_names(), std::back_inserter(arguments));
  for (const std::filesystem::path& source : sources) arguments.push_back(base::whole_path(source).string());
  arguments.insert(arguments.end(), {"-o", output.string()});
  return arguments;
}

base::Status all_readable(const std::vector<std::filesystem::path>& sources) {
  for (const std::filesystem::path& source : sources)
    if (const auto text = base::read_text(source); !text) return text.error();
  return base::Nothing{};
}

std::filesystem::path path_of(const std::vector<ptx::Compiler>& compilers, const char* name) {
  const auto found = std::ranges::find(compilers, name, &ptx::Compiler::name);
  return found != compilers.end() ? found->path : std::filesystem::path();
}

/// What is said of a build.
struct Said {
  std::string output;                 ///< of the compilers
  std::vector<base::Error> warnings;  ///< Warplens's own
};

/// Build with the first compiler that there is.
base::Status build_anew(const std::vector<std::filesystem::path>& sources, const ptx::CompileOptions& options,
                        const std::filesystem::path& output, const BuildLimits& limits, Said& said) {
  const RunCompiler run_limited = [&](const std::filesystem::path& compiler,
                                      const std::vector<std::string>& arguments) -> base::Status {
    const auto ran = run(compiler, arguments, limits, Runtime::ours);
    if (!ran) return ran.error();
    said.output += *ran;
    return base::Nothing{};
  };
  const std::vector<ptx::Compiler> compilers = ptx::locate_compilers();
  const HostNeeds needs = host_needs(sources, options);
  if (const auto nvcc = path_of(compilers, "nvcc"); !nvcc.empty()) {
    std::vector<std::string> arguments = nvcc_arguments(sources, options, needs, output);
    if (needs.removed_names && ptx::lacks_former_names(nvcc)) said.warnings = {*needs.removed_names};
    arguments.insert(arguments.end(), {"-cudart", "none", "-L", library_folder().string(), "-lcudart"});
    return run_limited(nvcc, arguments);
  }
  if (const auto clang = path_of(compilers, "clang"); !clang.empty())
    return build_with_clang(clang, sources, {architecture_for(sources, options), ptx::arguments_of(options), needs.openmp},
                            output, run_limited);
  return base::Error{sources.front().string(), 0, 0,
                     "no compiler for CUDA programs was found: install the CUDA toolkit (nvcc) or clang"};
}

/// The key of the warnings that belong to the executable of `key`.
ptx::ContentKey key_of_warnings(ptx::ContentKey key) {
  key.add("warnings");
  return key;
}

/// Write an executable that was kept. Whether it worked.
bool put(const std::string& program, const std::filesystem::path& output) {
  using std::filesystem::perms;
  if (!base::write_file(output, program)) return false;
  std::error_code code;
  std::filesystem::permissions(output, perms::owner_exec | perms::group_exec | perms::others_exec,
                               std::filesystem::perm_options::add, code);
  return !code;
}

}  // namespace

std::filesystem::path library_folder(int version) {
  return base::resource_folder().parent_path() / "program" / std::to_string(version);
}

base::Result<std::vector<base::Error>> build(const std::vector<std::filesystem::path>& sources,
                                             const ptx::CompileOptions& options, const std::filesystem::path& output,
                                             const BuildLimits& limits, const ptx::ContentStore& store) {
  if (const base::Status readable = all_readable(sources); !readable) return readable.error();
  const unsigned architecture = architecture_for(sources, options);
  std::vector<std::string> arguments = nvcc_options(architecture);
  std::ranges::move(ptx::clang_device_arguments(architecture), std::back_inserter(arguments));
  std::ranges::move(ptx::clang_host_arguments(), std::back_inserter(arguments));
  if (const auto names = base::read_text(ptx::options_for_former_names().back())) arguments.push_back(*names);
  const auto inputs = inputs_of(sources, options, limits, arguments);
  if (inputs) {
    const auto kept = store.find(inputs->key);
    if (kept && put(*kept, output)) return ptx::notes_of(store.find(key_of_warnings(inputs->key)).value_or("")).warnings;
  }
  Said said;
  if (const base::Status built = build_anew(sources, options, output, limits, said); !built) return built.error();
  std::vector<base::Error> warnings = std::move(said.warnings);
  std::ranges::move(ptx::warnings_in(said.output), std::back_inserter(warnings));
  if (!inputs || !are_as_read(*inputs)) return warnings;
  if (const auto program = base::read_text(output)) store.keep(inputs->key, *program);
  if (!warnings.empty()) store.keep(key_of_warnings(inputs->key), ptx::with_notes("", {"", warnings, ""}));
  return warnings;
}

ptx::ContentStore executable_store() { return ptx::ContentStore(ptx::user_cache_folder(), std::uint64_t{256} << 20, ".program"); }

base::Status build_for_gpu(const std::vector<std::filesystem::path>& sources, const ptx::CompileOptions& options,
                           const std::filesystem::path& output, const BuildLimits& limits) {
  if (const base::Status readable = all_readable(sources); !readable) return readable;
  const std::filesystem::path nvcc = find_nvcc();
  if (nvcc.empty())
    return base::Error{sources.front().string(), 0, 0,
                       "a program for a GPU is built with nvcc, which was not found: install the CUDA toolkit"};
  if (cudart_folders(nvcc).empty())
    return base::Error{nvcc.string(), 0, 0,
                       "this CUDA toolkit has no shared CUDA runtime (libcudart.so), which is to be observed"};
  std::vector<std::string> arguments = nvcc_arguments(sources, options, host_needs(sources, options), output);
  arguments.insert(arguments.end(), {"-cudart", "shared"});
  if (const auto ran = run(nvcc, arguments, limits, Runtime::of_toolkit); !ran) return ran.error();
  return base::Nothing{};
}

}  // namespace warplens::program
