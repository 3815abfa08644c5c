#include "program/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/file.h"
#include "base/process.h"
#include "base/resources.h"
#include "program/build_inputs.h"
#include "program/build_step.h"
#include "program/clang_build.h"
#include "program/cuda_toolkit.h"
#include "program/host_needs.h"
#include "program/nvcc_build.h"
#include "ptx/compile/compile.h"
#include "ptx/compile/compiler_notes.h"
#include "ptx/compile/diagnostic.h"
#include "ptx/compile/former_names.h"
#include "ptx/compile/link_errors.h"
#include "ptx/compile/options.h"

namespace warplens::program {
namespace {

/// Runs compilers within the limits.
RunStep limited(const BuildLimits& limits) {
  return [&limits](const std::filesystem::path& compiler, const std::vector<std::string>& arguments) -> base::Result<StepResult> {
    std::vector<std::string> words = limits.wrapper;
    words.push_back(compiler.string());
    words.insert(words.end(), arguments.begin(), arguments.end());
    const std::string first = words.front();
    words.erase(words.begin());
    auto result = base::run_process(first, words, limits.time, limits.memory);
    if (!result) return base::error(compiler.filename().string() + " " + result.error().message);
    return StepResult{result->exit_status == 0, std::move(result->output)};
  };
}

/// For an executable with uncompressed PTX, which our runtime reads, and line information of both sides.
std::vector<std::string> nvcc_options(unsigned architecture) {
  const std::string target = fmt::format("arch=compute_{0},code=compute_{0}", architecture);
  return {"-O1", "-g", "-lineinfo", "--no-compress", "--expt-relaxed-constexpr", "--extended-lambda", "-gencode", target};
}

std::vector<std::string> nvcc_arguments(const std::vector<std::filesystem::path>& sources, const ptx::CompileOptions& options,
                                        const HostNeeds& needs) {
  std::vector<std::string> arguments = nvcc_options(architecture_for(sources, options));
  std::ranges::move(ptx::arguments_of(options), std::back_inserter(arguments));
  for (const std::string& option : options.host_options) arguments.insert(arguments.end(), {"-Xcompiler", option});
  if (needs.openmp) arguments.insert(arguments.end(), {"-Xcompiler", "-fopenmp"});
  if (needs.former_names) std::ranges::move(ptx::options_for_former_names(), std::back_inserter(arguments));
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

/// The user's -l and -L, without CUDA's own libraries: ours are linked in their place, or nothing.
std::vector<std::string> libraries_of(const ptx::CompileOptions& options) {
  constexpr std::array<std::string_view, 16> of_cuda{"cuda",  "cublas",   "cufft",      "curand",   "cusparse", "cusolver",
                                                     "cudnn", "cutensor", "culibos",    "cupti",    "nvrtc",    "nvjpeg",
                                                     "npp",   "nccl",     "nvToolsExt", "nvidia-ml"};
  std::vector<std::string> libraries;
  std::ranges::copy_if(options.libraries, std::back_inserter(libraries), [&](const std::string& library) {
    return std::ranges::none_of(of_cuda, [&](std::string_view name) { return library.starts_with("-l" + std::string(name)); });
  });
  return libraries;
}

/// Build with the first compiler that there is. Returns what it printed; `warnings` gets Warplens's own.
base::Result<std::string> build_anew(const std::vector<std::filesystem::path>& sources, const ptx::CompileOptions& options,
                                     const std::filesystem::path& output, const BuildLimits& limits,
                                     std::vector<base::Error>& warnings) {
  const RunStep run = limited(limits);
  const std::vector<ptx::Compiler> compilers = ptx::locate_compilers();
  const HostNeeds needs = host_needs(sources, options);
  if (const auto nvcc = path_of(compilers, "nvcc"); !nvcc.empty()) {
    if (needs.removed_names && ptx::lacks_former_names(nvcc)) warnings = {*needs.removed_names};
    return build_with_nvcc(nvcc, sources, {nvcc_arguments(sources, options, needs), libraries_of(options), options.relocatable},
                           output, run);
  }
  if (const auto clang = path_of(compilers, "clang"); !clang.empty())
    return build_with_clang(clang, sources,
                            {architecture_for(sources, options), ptx::arguments_of(options), options.host_options,
                             libraries_of(options), needs.openmp, options.relocatable},
                            output, run);
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

unsigned architecture_for(const std::vector<std::filesystem::path>& sources, const ptx::CompileOptions& options) {
  unsigned needed = options.architecture;
  for (const std::filesystem::path& source : sources) {
    if (options.architecture != 0) break;
    if (const auto text = base::read_text(source)) needed = std::max(needed, ptx::needed_architecture(*text));
  }
  return needed;
}

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
  for (const std::vector<std::string>& more : {options.host_options, options.libraries})
    arguments.insert(arguments.end(), more.begin(), more.end());
  arguments.emplace_back(options.relocatable ? "relocatable" : "relocatable where needed");
  const auto inputs = inputs_of(sources, options, limits, arguments);
  if (inputs) {
    const auto kept = store.find(inputs->key);
    if (kept && put(*kept, output)) return ptx::notes_of(store.find(key_of_warnings(inputs->key)).value_or("")).warnings;
  }
  std::vector<base::Error> warnings;
  const auto said = build_anew(sources, options, output, limits, warnings);
  if (!said) return said.error();
  std::ranges::move(ptx::warnings_in(*said), std::back_inserter(warnings));
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
  std::vector<std::string> arguments = nvcc_arguments(sources, options, host_needs(sources, options));
  for (const std::filesystem::path& source : sources) arguments.push_back(base::whole_path(source).string());
  if (options.relocatable) arguments.emplace_back("-rdc=true");
  arguments.insert(arguments.end(), options.libraries.begin(), options.libraries.end());
  arguments.insert(arguments.end(), {"-cudart", "shared", "-o", output.string()});
  const auto ran = limited(limits)(nvcc, arguments);
  if (!ran) return ran.error();
  if (ran->succeeded) return base::Nothing{};
  const auto missing =
      ptx::missing_function_error(ran->output, "which is not in the CUDA runtime; name the library that has it by -l");
  return missing ? *missing : error_of(ran->output, nvcc);
}

}  // namespace warplens::program
