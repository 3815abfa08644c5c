#include <cstdlib>
#include <memory>

#include "base/file.h"
#include "ptx/compile/compile.h"
#include "ptx/compile/source_kind.h"

// In place of compile.cpp in a page: the server that the page came from compiles, where it is `warplens serve`.

// Of the page (cmake/web/functions.js): send a source to the server and wait for its answer. The answer, to be freed, is a 'P'
// and the PTX, or an 'E', the line, the column and the message, with a tab between each two.
extern "C" char* warplens_compile(const char* name, const char* options, const char* source);

namespace warplens::ptx {
namespace {

/// Written by assets/web/page.js if the server has a compiler.
constexpr const char* compiler_file = "/compiler";

bool has_compiler() {
  std::error_code code;
  return std::filesystem::exists(compiler_file, code);
}

std::string command_line(const CompileOptions& options) {
  std::string text;
  for (const std::string& argument : arguments_of(options)) text += (text.empty() ? "" : " ") + argument;
  if (options.architecture != 0) text += " --arch sm_" + std::to_string(options.architecture);
  if (!options.optimised) text += " -O0";
  return text;
}

/// "E", line, column, message.
base::Error error_of(const std::filesystem::path& source, const std::string& answer) {
  const std::size_t column = answer.find('\t', 2), message = column == answer.npos ? column : answer.find('\t', column + 1);
  if (message == answer.npos) return {source.string(), 0, 0, "the server's answer cannot be read"};
  const auto number = [&](std::size_t at) { return static_cast<int>(std::strtol(answer.c_str() + at, nullptr, 10)); };
  return {source.string(), number(2), number(column + 1), answer.substr(message + 1)};
}

/// How to proceed without a compiler.
std::string no_compiler(const std::filesystem::path& source) {
  const std::string name = source.filename().string();
  return "this page came without a compiler for CUDA C++: open it from 'warplens serve', or drop the .ptx that 'warplens "
         "compile " +
         name + "' makes";
}

}  // namespace

std::vector<Compiler> locate_compilers() {
  if (!has_compiler()) return {};
  return {{"server", "", ""}};
}
std::vector<Compiler> find_compilers() { return locate_compilers(); }

CompilerSetup compiler_setup(const CompileOptions& options) { return {has_compiler() ? 1u : 0u, command_line(options), {}}; }

base::Result<std::string> compile(const std::filesystem::path& source, const CompileOptions& options) {
  if (!has_compiler()) return base::Error{source.string(), 0, 0, no_compiler(source)};
  const auto text = base::read_text(source);
  if (!text) return text.error();
  struct Free {
    void operator()(char* answer) const { std::free(answer); }
  };
  const std::unique_ptr<char, Free> answer(
      warplens_compile(source.filename().string().c_str(), command_line(options).c_str(), text->c_str()));
  const std::string said = answer ? answer.get() : "";
  if (!said.starts_with('P')) return error_of(source, said);
  return said.substr(1);
}

base::Result<std::string> load(const std::filesystem::path& source, const CompileOptions& options) {
  if (!is_compiled_source(source)) return compile(source, options);
  auto text = base::read_text(source);
  return text ? ptx_of(source, std::move(*text)) : text;
}

}  // namespace warplens::ptx
