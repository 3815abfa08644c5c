#include "program/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/file.h"
#include "base/process.h"
#include "base/resources.h"
#include "program/build_inputs.h"
#include "program/clang_build.h"
#include "ptx/compile/architecture.h"
#include "ptx/compile/compile.h"
#include "ptx/compile/diagnostic.h"

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

/// Functions of CUDA that the linker misses: "undefined reference to `cudaMallocArray'", in the words of ld and lld.
std::set<std::string> missing_functions(const std::string& output) {
  std::set<std::string> names;
  for (const std::string before : {"undefined reference to `", "undefined symbol: "}) {
    for (std::size_t at = output.find(before); at != std::string::npos; at = output.find(before, at + 1)) {
      const std::size_t begin = at + before.size();
      names.insert(output.substr(begin, output.find_first_of("'\n@(", begin) - begin));
    }
  }
  return names;
}

base::Error error_of(const std::string& output, const std::string& compiler) {
  const std::set<std::string> missing = missing_functions(output);
  std::string ours, all;
  for (const std::string& name : missing) {
    all += (all.empty() ? "" : ", ") + name;
    if (name.starts_with("cu") || name.starts_with("__cuda")) ours += (ours.empty() ? "" : ", ") + name;
  }
  if (!ours.empty())
    return base::error(
        "the program calls " + ours +
        ", which Warplens does not have: textures, arrays, graphs, the driver API and CUDA's libraries are left out");
  if (!all.empty()) return base::error("the program calls functions that none of its files defines: " + all);
  if (auto error = ptx::first_diagnostic(output)) return *error;
  return base::error(compiler + " failed: " + ptx::first_line(output));
}

base::Status run(const std::filesystem::path& compiler, const std::vector<std::string>& arguments, const BuildLimits& limits) {
  std::vector<std::string> words = limits.wrapper;
  words.push_back(compiler.string());
  words.insert(words.end(), arguments.begin(), arguments.end());
  const std::string first = words.front();
  words.erase(words.begin());
  const auto result = base::run_process(first, words, limits.time, limits.memory);
  if (!result) return base::error(compiler.filename().string() + " " + result.error().message);
  if (result->exit_status != 0) return error_of(result->output, compiler.filename().string());
  return base::Nothing{};
}

/// Uncompressed PTX, which our runtime reads; line information of both sides.
std::vector<std::string> nvcc_arguments(unsigned architecture) {
  return {"-cudart",   "none",          "-O1",      "-g",
          "-lineinfo", "--no-compress", "-gencode", fmt::format("arch=compute_{0},code=compute_{0}", architecture)};
}

base::Status build_with_nvcc(const std::filesystem::path& nvcc, const std::vector<std::filesystem::path>& sources,
                             const ptx::CompileOptions& options, const std::filesystem::path& output, const RunCompiler& run) {
  std::vector<std::string> arguments = nvcc_arguments(architecture_for(sources, options));
  std::ranges::move(ptx::arguments_of(options), std::back_inserter(arguments));
  for (const std::filesystem::path& source : sources) arguments.push_back(base::whole_path(source).string());
  arguments.insert(arguments.end(), {"-o", output.string(), "-L", library_folder().string(), "-lcudart"});
  return run(nvcc, arguments);
}

/// Build with the first compiler that there is.
base::Status build_anew(const std::vector<std::filesystem::path>& sources, const ptx::CompileOptions& options,
                        const std::filesystem::path& output, const BuildLimits& limits) {
  const RunCompiler run_limited = [&](const std::filesystem::path& compiler, const std::vector<std::string>& arguments) {
    return run(compiler, arguments, limits);
  };
  const std::vector<ptx::Compiler> compilers = ptx::locate_compilers();
  const auto named = [&](const char* name) { return std::ranges::find(compilers, name, &ptx::Compiler::name); };
  if (const auto nvcc = named("nvcc"); nvcc != compilers.end())
    return build_with_nvcc(nvcc->path, sources, options, output, run_limited);
  if (const auto clang = named("clang"); clang != compilers.end())
    return build_with_clang(clang->path, sources, architecture_for(sources, options), ptx::arguments_of(options), output,
                            run_limited);
  return base::Error{sources.front().string(), 0, 0,
                     "no compiler for CUDA programs was found: install the CUDA toolkit (nvcc) or clang"};
}

}  // namespace

std::filesystem::path library_folder(int version) {
  return base::resource_folder().parent_path() / "program" / std::to_string(version);
}

base::Status build(const std::vector<std::filesystem::path>& sources, const ptx::CompileOptions& options,
                   const std::filesystem::path& output, const BuildLimits& limits, const ptx::ContentStore& store) {
  for (const std::filesystem::path& source : sources)
    if (const auto text = base::read_text(source); !text) return text.error();
  const unsigned architecture = architecture_for(sources, options);
  std::vector<std::string> arguments = nvcc_arguments(architecture);
  std::ranges::move(ptx::clang_device_arguments(architecture), std::back_inserter(arguments));
  std::ranges::move(ptx::clang_host_arguments(), std::back_inserter(arguments));
  const auto inputs = inputs_of(sources, options, limits, arguments);
  if (inputs) {
    const auto kept = store.find(inputs->key);
    if (kept && base::write_file(output, *kept)) {
      std::error_code code;
      std::filesystem::permissions(
          output, std::filesystem::perms::owner_exec | std::filesystem::perms::group_exec | std::filesystem::perms::others_exec,
          std::filesystem::perm_options::add, code);
      if (!code) return base::Nothing{};
    }
  }
  const base::Status built = build_anew(sources, options, output, limits);
  if (!built || !inputs || !are_as_read(*inputs)) return built;
  if (const auto program = base::read_text(output)) store.keep(inputs->key, *program);
  return built;
}

ptx::ContentStore executable_store() { return ptx::ContentStore(ptx::user_cache_folder(), std::uint64_t{256} << 20, ".program"); }

}  // namespace warplens::program
