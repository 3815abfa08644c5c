#include "ptx/parse/parser.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "ptx/listing.h"
#include "ptx/module.h"
#include "ptx/parse/debug_strings.h"
#include "ptx/parse/demangle.h"
#include "ptx/parse/function_parser.h"

namespace warplens::ptx {
namespace {

/// Replace every use of an alias (.alias name, function) by its function. Follows chains of aliases; for a cycle, takes any of
/// its functions.
void resolve_aliases(Module& module, const std::map<std::uint32_t, std::uint32_t>& aliases) {
  // What each alias means in the end: a chain is followed once, and not again from each of its members.
  std::vector<std::uint32_t> meant(module.functions.size(), no_index);
  std::vector<std::uint32_t> chain;
  for (const auto& [alias, function] : aliases) {
    std::uint32_t end = alias;
    chain.clear();
    for (auto next = aliases.find(end); next != aliases.end() && meant[end] == no_index; next = aliases.find(end)) {
      meant[end] = end;  // until the end of the chain is known; ends a cycle
      chain.push_back(end);
      end = next->second;
    }
    if (meant[end] != no_index) end = meant[end];
    for (const std::uint32_t member : chain) meant[member] = end;
  }
  const auto resolve = [&](std::uint32_t& function) {
    if (function < meant.size() && meant[function] != no_index) function = meant[function];
  };
  for (Function& function : module.functions) {
    for (Instruction& instruction : function.instructions) {
      for (Operand& operand : instruction.operands) {
        if (operand.kind == OperandKind::function) resolve(operand.index);
      }
    }
  }
  for (Variable& variable : module.variables) {
    for (AddressInitialiser& address : variable.addresses) resolve(address.function);
  }
}

/// Propagate Function::refusal to the entries that may call a refused function. False for a module constructed to be slow:
/// following all calls would take more than a second or so.
bool refuse_callers(Module& module) {
  const auto is_refused = [](const Function& function) { return function.refusal.has_value(); };
  if (std::none_of(module.functions.begin(), module.functions.end(), is_refused)) return true;
  // Each entry's calls are followed anew, so entries that reach the same functions make this quadratic.
  constexpr std::uint64_t max_followed = 1u << 25;  // instructions: half a second
  std::uint64_t followed = 0, all = 0;
  std::vector<bool> indirect(module.functions.size());  // such a call is followed through the whole module
  for (std::size_t f = 0; f < indirect.size(); ++f) {
    const std::vector<Instruction>& instructions = module.functions[f].instructions;
    all += instructions.size();
    indirect[f] = std::ranges::any_of(instructions, is_indirect_call);
  }
  for (std::uint32_t entry = 0; entry < module.functions.size(); ++entry) {
    Function& caller = module.functions[entry];
    if (!caller.entry || caller.refusal) continue;
    if (followed > max_followed) return false;
    const std::vector<std::uint32_t> reached = reached_functions(module, entry);
    bool by_address = false;
    for (const std::uint32_t callee : reached) {
      followed += module.functions[callee].instructions.size() + 1;
      by_address = by_address || indirect[callee];
    }
    if (by_address) followed += all;
    for (const std::uint32_t callee : reached) {
      if (!module.functions[callee].refusal) continue;
      caller.refusal = module.functions[callee].refusal;
      caller.instructions.clear();
      caller.registers.clear();
      caller.locations.clear();
      break;
    }
  }
  return true;
}

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
    if (!parse_.aliases.empty()) resolve_aliases(module_, parse_.aliases);
    if (!refuse_callers(module_)) cursor_.fail(Token{}, "the calls of its kernels take too long to follow");
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
      parse_function();
    } else if (directive == "file") {
      parse_file();
    } else if (directive == "section") {
      parse_section();
    } else if (directive == "pragma") {
      cursor_.skip_statement();
    } else if (directive == "alias") {
      parse_alias();
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
    const std::uint64_t number = cursor_.expect_integer("a file number", max_files);
    const Token path = cursor_.current();
    if (path.kind != TokenKind::string) return cursor_.fail_expected("a path in quotes");
    cursor_.take();
    while (cursor_.accept(',')) cursor_.expect_integer("a number", ~std::uint64_t{0});
    if (number >= module_.files.size()) module_.files.resize(number + 1);
    module_.files[number] = unescaped(path.text);
  }

  /// .section .debug_info { … }
  void parse_section() {
    if (cursor_.current().kind != TokenKind::dotted) return cursor_.fail_expected("a section's name");
    const bool has_names = cursor_.take().text == "debug_str";
    if (!cursor_.at('{')) return cursor_.fail_expected("'{'");
    if (has_names) return parse_debug_strings(parse_);
    cursor_.skip_braces();
  }

  void parse_entry() {
    Function function;
    function.entry = true;
    const Token name = cursor_.expect_word("the entry's name");
    function.ptx_line = name.line;
    function.ptx_column = name.column;
    function.name = name.text;
    external_ = false;
    parse_header(function);
    if (cursor_.accept(';') || cursor_.error()) return;
    define(name, std::move(function), "entry");
  }

  /// .func (results) name (parameters) { … }, or only declared, with ; or .extern
  void parse_function() {
    Function function;
    external_ = false;
    if (cursor_.accept('(')) parse_parameters(cursor_, function, true);
    const std::vector<Parameter> results = std::exchange(function.parameters, {});
    const Token name = cursor_.expect_word("the function's name");
    function.ptx_line = name.line;
    function.ptx_column = name.column;
    function.name = name.text;
    parse_header(function);
    if (cursor_.error()) return;
    for (const Parameter& result : results) function.parameters.push_back(result);
    if (!cursor_.accept(';')) return define(name, std::move(function), "function");
    function.external = true;
    declare(name, std::move(function));
  }

  /// The parameters of a function and the directives after them, up to its body or semicolon. What is wrong with them is wrong
  /// with this function alone.
  void parse_header(Function& function) {
    const Cursor beginning = cursor_;
    if (cursor_.accept('(')) parse_parameters(cursor_, function, false);
    parse_tuning(cursor_, function);
    if (!cursor_.error()) return;
    Cursor behind = beginning;
    while (!behind.at('{') && !behind.at(';') && !behind.at_end()) behind.take();
    if (behind.at_end()) return;
    function.refusal = cursor_.error();
    function.parameters.clear();
    cursor_ = behind;
  }

  /// Index of the function of that name, which is added unless it was declared before.
  std::uint32_t declare(const Token& name, Function function) {
    const auto next = static_cast<std::uint32_t>(module_.functions.size());
    const auto [entry, fresh] = parse_.functions.try_emplace(name.text, next);
    if (!fresh) return entry->second;
    if (next >= max_functions) cursor_.fail(name, "the module has more than " + std::to_string(max_functions) + " functions");
    function.demangled = demangled_name(function.name);
    module_.functions.push_back(std::move(function));
    return next;
  }

  void define(const Token& name, Function function, const char* what) {
    Function declared = function;
    declared.external = true;
    const std::uint32_t index = declare(name, std::move(declared));
    if (cursor_.error()) return;
    const Function& earlier = module_.functions[index];
    if (!earlier.external) return cursor_.fail(name, std::string(what) + " " + quoted(name) + " is defined twice");
    if (const char* problem = function.refusal ? nullptr : difference(earlier, function))
      return cursor_.fail(name, quoted(name) + " was declared before with " + problem);
    function.demangled = earlier.demangled;
    FunctionParser(parse_, function, index).parse_body();
    module_.functions[index] = std::move(function);
  }

  /// .alias name, function; both declared before.
  void parse_alias() {
    const auto function = [&] {
      const Token name = cursor_.expect_word("a function's name");
      const auto found = parse_.functions.find(name.text);
      if (found == parse_.functions.end()) cursor_.fail(name, "function " + quoted(name) + " is not declared");
      return found == parse_.functions.end() ? no_index : found->second;
    };
    const std::uint32_t alias = function();
    cursor_.expect(',');
    const std::uint32_t meant = function();
    cursor_.expect(';');
    if (!cursor_.error()) parse_.aliases[alias] = meant;
  }

  Module& module_;
  Cursor& cursor_;
  ModuleParse parse_;
  bool external_ = false;  ///< the current declaration has .extern
};

}  // namespace

base::Result<Module> parse(std::string text, std::string path) {
  Module module;
  module.path = std::move(path);
  module.text = std::move(text);
  Cursor cursor(module.text, module.path);
  ModuleParser(module, cursor).parse_module();
  if (cursor.error()) return *cursor.error();
  // If some entries can run, the others are refused when they are selected; if none can, the module is refused.
  const Function* refused = nullptr;
  for (const Function& function : module.functions) {
    if (function.entry && !function.refusal) return module;
    if (function.refusal && (refused == nullptr || (function.entry && !refused->entry))) refused = &function;
  }
  if (refused != nullptr) return *refused->refusal;
  return module;
}

}  // namespace warplens::ptx
