#include "ptx/compile/compile.h"

#include <utility>

#include "base/file.h"
#include "base/resources.h"
#include "ptx/compile/compiled.h"
#include "ptx/compile/compiler_notes.h"
#include "ptx/compile/diagnostic.h"
#include "ptx/compile/launch_brackets.h"
#include "ptx/compile/options.h"
#include "ptx/compile/page_arguments_web.h"
#include "ptx/compile/page_compiler_web.h"
#include "ptx/compile/program_web.h"
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

using Command = decltype(page_kernel_command);

/// Compile by the command for one source, whose device code becomes PTX.
base::Result<std::string> compile_by(Command* command, const std::filesystem::path& source, const CompileOptions& options) {
  const std::filesystem::path whole = base::whole_path(source);
  auto sources = read_sources({whole}, options.include_folders);
  if (!sources) return base::Error{source.string(), 0, 0, sources.error().message};
  CompileOptions chosen = options;
  if (chosen.architecture == 0) chosen.architecture = needed_architecture(sources->files.front().text);
  PageRequest request{{command(whole, chosen, ir_file)}, ir_file, {}};
  for (SourceFile& file : sources->files)
    request.files.emplace_back(std::move(file.path), with_joined_brackets(std::move(file.text)));
  PageAnswer answer = ask_page_compiler(request);
  if (!answer.made && !first_diagnostic(answer.said)) return base::Error{source.string(), 0, 0, first_line(answer.said)};
  auto compiled = compiled_by("clang", source, std::move(answer.made), answer.said);
  if (!compiled) return compiled.error();
  auto ptx = nvvm::to_ptx(compiled->ptx, source.string());
  if (!ptx) return base::Error{source.string(), 0, 0, "the compiled kernel cannot be read: " + ptx.error().message};
  return with_notes(std::move(*ptx), {options_text(options), std::move(compiled->warnings), {}});
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
  return compile_by(&page_kernel_command, source, options);
}

base::Result<std::string> compile_device_of_program(const std::filesystem::path& source, const CompileOptions& options) {
  return compile_by(&page_device_command, source, options);
}

base::Result<std::string> load(const std::filesystem::path& source, const CompileOptions& options) {
  if (!is_compiled_source(source)) return compile(source, options);
  auto text = base::read_text(source);
  return text ? ptx_of(source, std::move(*text)) : text;
}

}  // namespace warplens::ptx
