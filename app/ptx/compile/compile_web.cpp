#include "ptx/compile/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/file.h"
#include "base/resources.h"
#include "ptx/compile/clang_headers.h"
#include "ptx/compile/compiled.h"
#include "ptx/compile/compiler_notes.h"
#include "ptx/compile/diagnostic.h"
#include "ptx/compile/launch_brackets.h"
#include "ptx/compile/options.h"
#include "ptx/compile/page_compiler_web.h"
#include "ptx/compile/source_files.h"
#include "ptx/compile/source_kind.h"
#include "ptx/nvvm/nvvm.h"

// In place of compile.cpp in a page: clang as WebAssembly makes NVVM IR, and our own back end makes PTX of it.

namespace warplens::ptx {
namespace {

constexpr const char* ir_file = "/made.ll";

/// Version of clang and a checksum of our headers for it (cmake/web/compiler.cmake).
std::string version() {
  const auto text = base::read_text(base::resource_folder() / "compiler_version");
  return text ? first_line(*text) : std::string();
}

/// Where clang sees our headers, which assets/web/compiler.js puts there.
constexpr const char* headers = "/warplens";

/// The arguments of compile.cpp, written for `clang -cc1`, which has no defaults. Host code is parsed as for 64-bit Linux, and
/// not compiled. The C library's headers are WASI's version of musl's: __wasilibc_unmodified_upstream restores what WASI removed,
/// and our folder linux/ has the rest. The headers of clang and of the C++ library lie in /usr/include.
std::vector<std::string> arguments_for(const std::filesystem::path& source, const CompileOptions& options) {
  const char* const level = options.optimised ? "-O3 -debug-info-kind=line-directives-only -mllvm -inline-threshold=100000 "
                                                "-vectorize-loops -vectorize-slp"
                                              : "-O0 -debug-info-kind=constructor -debugger-tuning=gdb";
  // The compiler's file system ignores "..", by which our headers include each other: -iquote finds them from their root.
  std::vector<std::string> all = flags_in(fmt::format(
      "-triple nvptx64-nvidia-cuda -aux-triple x86_64-unknown-linux-gnu -fcuda-is-device -target-cpu sm_{0} -emit-llvm "
      "-target-feature +ptx{1} -disable-free -x cuda {2} -Wall -fgnuc-version=4.2.1 -fcxx-exceptions -fexceptions "
      "-ffp-contract=fast -dwarf-version=2 -D_GNU_SOURCE -D__wasilibc_unmodified_upstream -D_WASI_EMULATED_SIGNAL "
      "-D_WASI_EMULATED_MMAN -D_WASI_EMULATED_PROCESS_CLOCKS -iquote {3} -include {3}/prelude.cuh "
      "-internal-isystem {3}/linux -internal-isystem /usr/include/cuda_wrappers -internal-isystem {3}/include "
      "-internal-isystem /usr/include/c++/v1 -internal-isystem /usr/include "
      "-internal-externc-isystem /usr/include/wasm32-wasip1 -o {4}",
      options.architecture, clang_isa(options.architecture), level, headers, ir_file));
  std::ranges::move(arguments_of(options), std::back_inserter(all));
  all.push_back(source.string());
  return all;
}

}  // namespace

std::vector<Compiler> locate_compilers() { return {{"clang", "", version()}}; }
std::vector<Compiler> find_compilers() { return locate_compilers(); }

CompilerSetup compiler_setup(const CompileOptions& options) {
  std::string identity = version() + '\n' + std::to_string(options.architecture) + (options.optimised ? " -O3" : " -O0");
  for (const std::string& argument : arguments_of(options)) identity += '\n' + argument;
  return {1, std::move(identity), {}};
}

base::Result<std::string> compile(const std::filesystem::path& source, const CompileOptions& options) {
  const std::filesystem::path whole = base::whole_path(source);
  auto sources = read_sources({whole}, options.include_folders);
  if (!sources) return base::Error{source.string(), 0, 0, sources.error().message};
  CompileOptions chosen = options;
  if (chosen.architecture == 0) chosen.architecture = needed_architecture(sources->files.front().text);
  PageRequest request{arguments_for(whole, chosen), {}};
  for (SourceFile& file : sources->files)
    request.files.emplace_back(std::move(file.path), with_joined_brackets(std::move(file.text)));
  PageAnswer answer = ask_page_compiler(request);
  if (!answer.ir && !first_diagnostic(answer.said)) return base::Error{source.string(), 0, 0, first_line(answer.said)};
  auto compiled = compiled_by("clang", source, std::move(answer.ir), answer.said);
  if (!compiled) return compiled.error();
  auto ptx = nvvm::to_ptx(compiled->ptx, source.string());
  if (!ptx) return base::Error{source.string(), 0, 0, "the compiled kernel cannot be read: " + ptx.error().message};
  return with_notes(std::move(*ptx), {options_text(options), std::move(compiled->warnings), {}});
}

base::Result<std::string> load(const std::filesystem::path& source, const CompileOptions& options) {
  if (!is_compiled_source(source)) return compile(source, options);
  auto text = base::read_text(source);
  return text ? ptx_of(source, std::move(*text)) : text;
}

}  // namespace warplens::ptx
