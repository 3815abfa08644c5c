#include "ptx/parser.h"

#include <algorithm>
#include <utility>

#include "ptx/demangle.h"
#include "ptx/function_parser.h"

namespace warplens::ptx {
namespace {

/// The text between the quotes of a path: \" and \\ are the escapes that compilers write.
std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    plain += text[i];
  }
  return plain;
}

class ModuleParser {
 public:
  ModuleParser(Module& module, Cursor& cursor) : module_(module), cursor_(cursor), parse_{module, cursor} {}

  void parse_module() {
    while (!cursor_.at_end()) parse_statement();
    if (cursor_.error()) return;
    if (module_.version_major == 0) cursor_.fail(Token{}, "this is not PTX: the .version directive is missing");
  }

 private:
  void parse_statement() {
    const Token token = cursor_.current();
    if (cursor_.accept(';')) return;
    if (token.kind != TokenKind::dotted) return cursor_.fail_expected("a directive such as .version or .entry");
    const std::string_view directive = token.text;
    if (module_.version_major == 0 && directive != "version")
      return cursor_.fail(token, "expected .version, found " + quoted(token));
    if (directive == "version") return parse_version();
    if (directive == "global" || directive == "const" || directive == "shared" || directive == "local") return parse_variable();
    cursor_.take();
    if (directive == "visible" || directive == "weak" || directive == "common") return;
    if (directive == "extern") {
      external_ = true;
    } else if (directive == "target") {
      parse_target();
    } else if (directive == "address_size") {
      parse_address_size();
    } else if (directive == "entry") {
      parse_entry();
    } else if (directive == "func") {
      skip_function();
    } else if (directive == "file") {
      parse_file();
    } else if (directive == "section") {
      skip_section();
    } else if (directive == "pragma" || directive == "alias") {
      cursor_.skip_statement();
    } else {
      cursor_.fail(token, "directive " + quoted(token) + " is not supported");
    }
  }

  /// .version 9.0
  void parse_version() {
    cursor_.take();
    const Token token = cursor_.current();
    const std::size_t dot = token.text.find('.');
    constexpr std::uint64_t most = 999;
    const std::uint64_t major = integer_value(token.text.substr(0, dot)).value_or(0);
    const std::uint64_t minor =
        dot == std::string_view::npos ? most + 1 : integer_value(token.text.substr(dot + 1)).value_or(most + 1);
    if (token.kind != TokenKind::number || major == 0 || major > most || minor > most) {
      return cursor_.fail_expected("a version such as 6.3");
    }
    module_.version_major = static_cast<int>(major);
    module_.version_minor = static_cast<int>(minor);
    cursor_.take();
  }

  /// .target sm_75, debug
  void parse_target() {
    module_.target = cursor_.expect_word("a target such as sm_75").text;
    while (cursor_.accept(',')) cursor_.expect_word("a target option");
  }

  void parse_address_size() {
    const Token token = cursor_.current();
    const std::uint64_t size = cursor_.expect_integer("32 or 64", 64);
    if (size != 64) cursor_.fail(token, "only modules with .address_size 64 are supported");
  }

  void parse_variable() { parse_variables(parse_, parse_.globals, no_index, std::exchange(external_, false)); }

  /// .file 1 "name.cu" [, modified, size]
  void parse_file() {
    const std::uint64_t number = cursor_.expect_integer("a file number", most_files);
    const Token path = cursor_.current();
    if (path.kind != TokenKind::string) return cursor_.fail_expected("a path in quotes");
    cursor_.take();
    while (cursor_.accept(',')) cursor_.expect_integer("a number", ~std::uint64_t{0});
    if (number >= module_.files.size()) module_.files.resize(number + 1);
    module_.files[number] = unescaped(path.text);
  }

  /// .section .debug_info { … }
  void skip_section() {
    if (cursor_.current().kind != TokenKind::dotted) return cursor_.fail_expected("a section's name");
    cursor_.take();
    if (!cursor_.at('{')) return cursor_.fail_expected("'{'");
    cursor_.skip_braces();
  }

  /// Device functions are not run yet: a call of one refuses its caller.
  void skip_function() {
    external_ = false;
    while (!cursor_.at('{') && !cursor_.at(';') && !cursor_.at_end()) cursor_.take();
    if (cursor_.at('{')) return cursor_.skip_braces();
    cursor_.expect(';');
  }

  void parse_entry() {
    Function function;
    function.entry = true;
    const Token name = cursor_.expect_word("the entry's name");
    function.ptx_line = name.line;
    function.name = name.text;
    external_ = false;
    if (cursor_.accept('(')) parse_parameters(function);
    parse_tuning(function);
    if (cursor_.accept(';') || cursor_.error()) return;
    for (const Function& other : module_.functions) {
      if (other.name == function.name) return cursor_.fail(name, "entry " + quoted(name) + " is defined twice");
    }
    function.demangled = demangled_name(function.name);
    FunctionParser(parse_, function, static_cast<std::uint32_t>(module_.functions.size())).parse_body();
    module_.functions.push_back(std::move(function));
  }

  /// .param .align 8 .b8 p[24], .param .u64 .ptr .global .align 4 q)
  void parse_parameters(Function& function) {
    if (cursor_.accept(')')) return;
    do {
      const Token start = cursor_.current();
      if (!cursor_.accept_dotted("param")) return cursor_.fail_expected(".param");
      Parameter parameter;
      const std::uint32_t alignment = parse_alignment(cursor_, 0);
      parameter.type = parse_type(cursor_);
      if (cursor_.accept_dotted("ptr")) {
        for (const char* space : {"global", "const", "shared", "local"}) cursor_.accept_dotted(space);
        parse_alignment(cursor_, 1);
      }
      const Token name = cursor_.expect_word("the parameter's name");
      if (cursor_.error()) return;
      if (bits(parameter.type) < 8)
        return cursor_.fail(start, "a parameter cannot be ." + std::string(ptx::name(parameter.type)));
      const auto width = static_cast<std::uint32_t>(bytes(bits(parameter.type)));
      std::uint64_t elements = 1;
      if (cursor_.accept('[')) {
        elements = cursor_.expect_integer("a number of elements", most_parameter_bytes);
        cursor_.expect(']');
      }
      parameter.name = name.text;
      parameter.size = elements * width;
      parameter.alignment = std::max(alignment, alignment ? 1u : width);
      parameter.offset = (function.parameter_bytes + parameter.alignment - 1) / parameter.alignment * parameter.alignment;
      function.parameter_bytes = parameter.offset + parameter.size;
      if (function.parameter_bytes > most_parameter_bytes) {
        return cursor_.fail(start, "parameters take more than " + std::to_string(most_parameter_bytes) + " bytes");
      }
      for (const Parameter& other : function.parameters) {
        if (other.name == parameter.name) return cursor_.fail(name, quoted(name) + " is declared twice");
      }
      function.parameters.push_back(std::move(parameter));
    } while (cursor_.accept(','));
    cursor_.expect(')');
  }

  /// Performance-tuning directives between the parameters and the body.
  void parse_tuning(Function& function) {
    while (cursor_.current().kind == TokenKind::dotted) {
      const Token directive = cursor_.take();
      if (directive.text == "maxntid" || directive.text == "reqntid") {
        parse_extent(directive.text == "maxntid" ? function.max_threads : function.required_threads);
      } else if (directive.text == "minnctapersm" || directive.text == "maxnctapersm" || directive.text == "maxnreg") {
        cursor_.expect_integer("a number", 0xffffffffu);
      } else if (directive.text == "pragma") {
        cursor_.skip_statement();
      } else if (directive.text != "noreturn") {
        return cursor_.fail(directive, "directive " + quoted(directive) + " is not supported");
      }
    }
  }

  void parse_extent(std::array<std::uint32_t, 3>& extent) {
    extent = {1, 1, 1};
    std::size_t dimension = 0;
    do {
      if (dimension == extent.size()) return cursor_.fail(cursor_.current(), "more than three dimensions");
      extent[dimension++] = static_cast<std::uint32_t>(cursor_.expect_integer("a number of threads", 0xffffffffu));
    } while (cursor_.accept(','));
  }

  Module& module_;
  Cursor& cursor_;
  ModuleParse parse_;
  bool external_ = false;  ///< .extern stands before the declaration at hand
};

}  // namespace

base::Result<Module> parse(std::string text, std::string path) {
  Module module;
  module.path = std::move(path);
  module.text = std::move(text);
  Cursor cursor(module.text, module.path);
  ModuleParser(module, cursor).parse_module();
  if (cursor.error()) return *cursor.error();
  // Where some entries can run the others are refused when they are asked for; where none can, the module is.
  const auto refused = [](const Function& function) { return function.refusal.has_value(); };
  if (!module.functions.empty() && std::all_of(module.functions.begin(), module.functions.end(), refused)) {
    return *module.functions.front().refusal;
  }
  return module;
}

}  // namespace warplens::ptx
