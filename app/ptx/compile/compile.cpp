#include "ptx/compile/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/process.h"
#include "ptx/compile/assembler.h"
#include "ptx/compile/clang_headers.h"
#include "ptx/compile/compiled.h"
#include "ptx/compile/compiler_notes.h"
#include "ptx/compile/former_names.h"
#include "ptx/compile/launch_brackets.h"
#include "ptx/compile/nvrtc.h"
#include "ptx/compile/options.h"
#include "ptx/compile/source_files.h"
#include "ptx/compile/source_kind.h"

namespace warplens::ptx {
namespace {

constexpr std::chrono::seconds version_limit{20};
constexpr std::uint64_t max_compiler_memory = std::uint64_t{8} << 30;  // bytes, of each process

std::optional<Compiler> locate_nvrtc() {
  auto nvrtc = find_nvrtc();
  if (!nvrtc) return std::nullopt;
  return Compiler{"nvrtc", std::move(nvrtc->library), std::move(nvrtc->version)};
}

std::optional<Compiler> find_nvcc() {
  std::filesystem::path path = base::find_program("nvcc");
  std::error_code code;
  if (path.empty() && std::filesystem::exists("/usr/local/cuda/bin/nvcc", code)) path = "/usr/local/cuda/bin/nvcc";
  if (path.empty()) return std::nullopt;
  return Compiler{"nvcc", path, ""};
}

std::optional<Compiler> find_clang() {
  for (const char* name : {"clang", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14"}) {
    std::filesystem::path path = base::find_program(name);
    if (!path.empty()) return Compiler{"clang", std::move(path), ""};
  }
  return std::nullopt;
}

/// "13.0" after "release " (nvcc) or "14.0.6" after "version " (clang).
std::string version_in(std::string_view output, std::string_view word) {
  const std::size_t found = output.find(word);
  if (found == std::string_view::npos) return {};
  output.remove_prefix(found + word.size());
  return std::string(output.substr(0, output.find_first_not_of("0123456789.")));
}

/// As in cmake/ptx.cmake, so that a kernel compiled at run time is the kernel compiled at build time. Kernels may also call
/// constexpr functions of the host, such as std::max. Without optimisation, with the names of variables (debug_variables()).
std::vector<std::string> nvcc_arguments(unsigned architecture, bool optimised) {
  std::vector<std::string> all{"-ptx", "--expt-relaxed-constexpr", "--extended-lambda", fmt::format("-arch=sm_{}", architecture)};
  std::ranges::move(flags_in(optimised ? "-lineinfo -O3" : "-G"), std::back_inserter(all));
  return all;
}

/// Inlines everything, as nvcc does; without optimisation nothing, and with the names of variables. The folder of our headers
/// comes after those of the user.
std::vector<std::string> clang_arguments(unsigned architecture, bool optimised) {
  std::vector<std::string> all =
      flags_in(fmt::format("-x cuda --cuda-device-only -S --cuda-gpu-arch=sm_{} -O{} -std=c++17 {} -nocudainc "
                           "-nocudalib -Wall -Wno-unknown-cuda-version -Xclang -target-feature -Xclang +ptx{} {}"
                           "-fno-crash-diagnostics -fno-color-diagnostics",
                           architecture, optimised ? 3 : 0, optimised ? "-gline-directives-only" : "-g", clang_isa(architecture),
                           optimised ? "-mllvm -inline-threshold=100000 " : ""));
  all.insert(all.end(), {"-include", (clang_headers() / "prelude.cuh").string()});
  all.insert(all.end(), {"-isystem", (clang_headers() / "include").string()});
  return all;
}

/// Compile by running the program `compiler`.
base::Result<Compiled> compile_with(const Compiler& compiler, const CompileOptions& options,
                                    const std::filesystem::path& source) {
  auto folder = base::TemporaryFolder::create();
  if (!folder) return folder.error();
  const std::filesystem::path output = folder->path() / "kernel.ptx";
  const bool clang = compiler.name == "clang";
  std::vector<std::string> arguments =
      clang ? clang_arguments(options.architecture, options.optimised) : nvcc_arguments(options.architecture, options.optimised);
  if (clang) {
    auto brackets = options_for_brackets(base::whole_path(source), folder->path() / "joined.cu");
    if (!brackets) return brackets.error();
    std::ranges::move(*brackets, std::back_inserter(arguments));
  } else if (const auto text = base::read_text(source); text && !former_names_in(*text).empty()) {
    std::ranges::move(options_for_former_names(), std::back_inserter(arguments));
  }
  std::ranges::move(arguments_of(options), std::back_inserter(arguments));
  arguments.insert(arguments.end(), {"-o", output.string(), base::whole_path(source).string()});

  auto run = base::run_process(compiler.path, arguments, compile_limit, max_compiler_memory);
  if (!run) return run.error();
  if (run->exit_status != 0) return compiled_by(compiler.name, source, std::nullopt, run->output);
  auto ptx = base::read_text(output);
  if (!ptx) return ptx.error();
  return compiled_by(compiler.name, source, std::move(*ptx), run->output);
}

}  // namespace

std::vector<Compiler> locate_compilers() {
  const char* only = std::getenv("WARPLENS_COMPILER");
  std::vector<Compiler> compilers;
  const std::pair<std::string_view, std::optional<Compiler> (*)()> known[] = {
      {"nvrtc", &locate_nvrtc}, {"nvcc", &find_nvcc}, {"clang", &find_clang}};
  for (const auto& [name, find] : known) {
    if (only != nullptr && name != only) continue;
    if (auto found = find()) compilers.push_back(std::move(*found));
  }
  return compilers;
}

std::vector<Compiler> find_compilers() {
  std::vector<Compiler> compilers = locate_compilers();
  for (Compiler& compiler : compilers) {
    if (!compiler.version.empty()) continue;
    const auto run = base::run_process(compiler.path, {"--version"}, version_limit);
    if (run) compiler.version = version_in(run->output, compiler.name == "nvcc" ? "release " : "version ");
  }
  return compilers;
}

CompilerSetup compiler_setup(const CompileOptions& options) {
  const std::vector<Compiler> compilers = locate_compilers();
  CompilerSetup setup{compilers.size(), "", {}};
  const auto add = [&setup](const std::string& text) { setup.identity += text + '\n'; };
  const auto add_program = [&](const std::string& name, const std::filesystem::path& path) {
    const FileStamp stamp = stamp_of(path);
    add(name + ' ' + path.string() + ' ' + std::to_string(stamp.size) + ' ' + std::to_string(stamp.modified_ns));
  };
  if (const std::filesystem::path ptxas = find_assembler(); !ptxas.empty()) add_program("ptxas", ptxas);
  for (const Compiler& compiler : compilers) {
    add_program(compiler.name + ' ' + compiler.version, compiler.path);
    // The key has the source, on which the architecture depends where it is not chosen.
    const unsigned architecture = options.architecture > 0 ? options.architecture : needed_architecture("");
    const auto arguments = compiler.name == "nvrtc"  ? nvrtc_arguments(architecture)
                           : compiler.name == "nvcc" ? nvcc_arguments(architecture, options.optimised)
                                                     : clang_arguments(architecture, options.optimised);
    for (const std::string& argument : arguments) add(argument);
    if (compiler.name == "clang") setup.sources = clang_header_files();
  }
  for (const std::string& argument : arguments_of(options)) add(argument);
  for (const char* variable : {"CPATH", "CPLUS_INCLUDE_PATH", "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"}) {
    const char* const value = std::getenv(variable);
    add(value != nullptr ? value : "");
  }
  return setup;
}

base::Result<std::string> compile(const std::filesystem::path& source, const CompileOptions& options) {
  const auto text = base::read_text(source);
  if (!text) return text.error();
  // A compiler would wait for a pipe that the source includes.
  const auto sources = read_sources({source}, options.include_folders);
  if (!sources) return sources.error();
  const std::vector<Compiler> compilers = locate_compilers();
  if (compilers.empty())
    return base::Error{source.string(), 0, 0, "no compiler for CUDA C++ was found: install the CUDA toolkit (nvcc) or clang"};
  CompileOptions chosen = options;
  if (chosen.architecture == 0) chosen.architecture = needed_architecture(*text);
  std::optional<base::Error> refusal;
  for (const Compiler& compiler : compilers) {
    const bool nvrtc = compiler.name == "nvrtc";
    // NVRTC leaves nothing out only with debug information, which makes another PTX.
    if (nvrtc && !chosen.optimised && compilers.size() > 1) continue;
    // It reads in this process, whose memory a device that a macro names would fill.
    if (nvrtc && !sources->by_macro.empty() && compilers.size() > 1) continue;
    auto ptx = nvrtc ? in_words_of(source, compile_with_nvrtc(*text, base::whole_path(source), chosen))
                     : compile_with(compiler, chosen, source);
    // An error in the source is final, except from NVRTC, which does not support host code. If a compiler itself fails, the
    // next one is tried.
    if (ptx) {
      const std::filesystem::path ptxas = find_assembler();
      std::string resources = ptxas.empty() ? "" : assembler_report(ptxas, ptx->ptx, chosen.architecture);
      return with_notes(std::move(ptx->ptx), {options_text(options), std::move(ptx->warnings), std::move(resources)});
    }
    if (ptx.error().line > 0 && !nvrtc) return ptx.error();
    if (!refusal) refusal = ptx.error();
  }
  return *refusal;
}

base::Result<std::string> load(const std::filesystem::path& source, const CompileOptions& options) {
  if (!is_compiled_source(source)) return compile(source, options);
  auto text = base::read_text(source);
  return text ? ptx_of(source, std::move(*text)) : text;
}

std::vector<std::string> clang_device_arguments(unsigned architecture) { return clang_arguments(architecture, true); }

std::vector<std::string> clang_host_arguments() {
  // The interface of CUDA 9.2 and later, in which a launch is a call of cudaLaunchKernel.
  std::vector<std::string> all = flags_in(
      "-x cuda --cuda-host-only -std=c++17 -nocudainc -nocudalib -Wno-unknown-cuda-version -Xclang -target-sdk-version=11 "
      "-fno-crash-diagnostics -fno-color-diagnostics");
  all.insert(all.end(), {"-include", (clang_headers() / "prelude.cuh").string()});
  all.insert(all.end(), {"-isystem", clang_header_folder().string()});
  return all;
}

std::filesystem::path clang_header_folder() { return clang_headers() / "include"; }

}  // namespace warplens::ptx
