#include "ptx/compile/compile.h"

#include <iterator>
#include <utility>

#include "base/file.h"
#include "base/resources.h"
#include "ptx/compile/clang_headers.h"
#include "ptx/compile/compiled.h"
#include "ptx/compile/compiler_notes.h"
#include "ptx/compile/diagnostic.h"
#include "ptx/compile/launch_brackets.h"
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

/// As compile.cpp's, for `clang -cc1`, which does not look for anything by itself. The sizes of types are those of a 64-bit host; the
/// C library's headers are those that come with this clang, for WASI.
std::vector<std::string> arguments_for(const std::filesystem::path& source, const CompileOptions& options) {
  const std::string ours = "/warplens", clang = "/usr/lib/clang/22/include", c_library = "/usr/include/wasm32-wasip1";
  std::vector<std::string> all{"-triple", "nvptx64-nvidia-cuda", "-aux-triple", "x86_64-unknown-linux-gnu", "-fcuda-is-device",
                               "-target-cpu", "sm_" + std::to_string(options.architecture), "-target-feature",
                               "+ptx" + std::to_string(clang_isa(options.architecture)), "-emit-llvm", "-x", "cuda", "-std=c++17",
                               "-Wall", "-ffp-contract=fast", "-fcxx-exceptions", "-fexceptions", "-D_GNU_SOURCE", "-D__wasi__"};
  if (options.optimised)
    all.insert(all.end(), {"-O3", "-debug-info-kind=line-directives-only", "-mllvm", "-inline-threshold=100000"});
  else
    all.insert(all.end(), {"-O0", "-debug-info-kind=constructor", "-dwarf-version=2"});
  all.insert(all.end(), {"-include", ours + "/prelude.cuh"});
  for (const std::string& folder : {ours + "/include", clang + "/cuda_wrappers", c_library + "/c++/v1", std::string("/usr/include/c++/v1"),
                                    clang, c_library, std::string("/usr/include")})
    all.insert(all.end(), {"-internal-isystem", folder});
  for (std::string& argument : arguments_of(options)) all.push_back(std::move(argument));
  all.insert(all.end(), {"-o", ir_file, source.string()});
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
