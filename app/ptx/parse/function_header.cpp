#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "ptx/parse/function_parser.h"

// Parsing of function headers: parameters and the directives after them.

namespace warplens::ptx {
namespace {

void parse_extent(Cursor& cursor, std::string_view what, std::array<std::uint32_t, 3>& extent) {
  extent = {1, 1, 1};
  std::size_t dimension = 0;
  do {
    if (dimension == extent.size()) return cursor.fail(cursor.current(), "more than three dimensions");
    extent[dimension++] = static_cast<std::uint32_t>(cursor.expect_integer(what, 0xffffffffu));
  } while (cursor.accept(','));
}

/// .reqnctapercluster: every block is a cluster of its own.
void parse_cluster(Cursor& cursor, const Token& directive) {
  std::array<std::uint32_t, 3> blocks{};
  parse_extent(cursor, "a number of blocks", blocks);
  if (blocks != std::array<std::uint32_t, 3>{1, 1, 1})
    cursor.fail(directive, "directive " + quoted(directive) + " is not supported: thread block clusters are not modelled");
}

/// Give a parameter its place, behind those before it.
void add_parameter(Cursor& cursor, Function& function, Parameter parameter, const Token& start) {
  parameter.offset = (function.parameter_bytes + parameter.alignment - 1) / parameter.alignment * parameter.alignment;
  function.parameter_bytes = parameter.offset + parameter.size;
  if (function.parameter_bytes > max_parameter_bytes)
    return cursor.fail(start, "parameters take more than " + std::to_string(max_parameter_bytes) + " bytes");
  function.parameters.push_back(std::move(parameter));
}

/// `known`: the names of those before it.
void parse_parameter(Cursor& cursor, Function& function, bool result, std::unordered_set<std::string_view>& known) {
  const Token start = cursor.current();
  Parameter parameter;
  parameter.result = result;
  parameter.in_register = !function.entry && cursor.accept_dotted("reg");
  if (!parameter.in_register && !cursor.accept_dotted("param")) return cursor.fail_expected(".param");
  const std::uint32_t alignment = parse_alignment(cursor, 0);
  const int lanes = cursor.accept_dotted("v2") ? 2 : cursor.accept_dotted("v4") ? 4 : 1;
  parameter.type = parse_type(cursor);
  parameter.pointer_attribute = cursor.accept_dotted("ptr");
  if (parameter.pointer_attribute) {
    for (const char* space : {"global", "const", "shared", "local"}) cursor.accept_dotted(space);
    parse_alignment(cursor, 1);
  }
  const Token name = cursor.expect_word("the parameter's name");
  if (cursor.error()) return;
  if (bits(parameter.type) < 8 && !parameter.in_register)
    return cursor.fail(start, "a parameter cannot be ." + std::string(ptx::name(parameter.type)));
  if (parameter.in_register && lanes > 1 && (parameter.type == Type::pred || lanes * bits(parameter.type) > 128))
    return cursor.fail(start, "a vector register has at most 128 bits, and no predicates");
  const int registers = parameter.in_register ? lanes : 1;  // a .param is one piece of memory
  const auto width = static_cast<std::uint32_t>(lanes / registers * std::max(1, bytes(bits(parameter.type))));
  std::uint64_t elements = 1;
  if (cursor.accept('[')) {
    elements = cursor.expect_integer("a number of elements", max_parameter_bytes);
    cursor.expect(']');
  }
  parameter.name = name.text;
  parameter.size = elements * width;
  parameter.alignment = std::max(alignment, alignment ? 1u : width);
  if (name.text != "_" && !known.insert(name.text).second) return cursor.fail(name, quoted(name) + " is declared twice");
  for (int i = 0; i < registers && !cursor.error(); ++i) {
    parameter.lanes = static_cast<std::uint8_t>(i == 0 ? registers : 0);
    add_parameter(cursor, function, parameter, start);
  }
}

}  // namespace

void parse_parameters(Cursor& cursor, Function& function, bool results) {
  if (cursor.accept(')')) return;
  std::unordered_set<std::string_view> known;
  do parse_parameter(cursor, function, results, known);
  while (!cursor.error() && cursor.accept(','));
  cursor.expect(')');
}

void parse_tuning(Cursor& cursor, Function& function) {
  // Those that change nothing here: with a number, and without.
  constexpr std::array<std::string_view, 4> counting{"maxnctapersm", "maxclusterrank", "abi_preserve", "abi_preserve_control"};
  constexpr std::array<std::string_view, 3> plain{"noreturn", "explicitcluster", "blocksareclusters"};
  while (cursor.current().kind == TokenKind::dotted) {
    const Token directive = cursor.take();
    if (directive.text == "maxntid" || directive.text == "reqntid") {
      parse_extent(cursor, "a number of threads", directive.text == "maxntid" ? function.max_threads : function.required_threads);
    } else if (directive.text == "reqnctapercluster") {
      parse_cluster(cursor, directive);
    } else if (directive.text == "minnctapersm") {
      function.min_blocks = static_cast<std::uint32_t>(cursor.expect_integer("a number", 0xffffffffu));
    } else if (directive.text == "maxnreg") {
      function.max_registers = static_cast<std::uint32_t>(cursor.expect_integer("a number", 0xffffffffu));
    } else if (std::ranges::find(counting, directive.text) != counting.end()) {
      cursor.expect_integer("a number", 0xffffffffu);
    } else if (directive.text == "pragma") {
      cursor.skip_statement();
    } else if (std::ranges::find(plain, directive.text) == plain.end()) {
      return cursor.fail(directive, "directive " + quoted(directive) + " is not supported");
    }
  }
}

const char* difference(const Function& declared, const Function& defined) {
  if (declared.entry != defined.entry) return ".entry and .func for one another";
  if (declared.parameters.size() != defined.parameters.size()) return "another number of parameters";
  for (std::size_t i = 0; i < defined.parameters.size(); ++i) {
    const Parameter &a = declared.parameters[i], &b = defined.parameters[i];
    if (a.size != b.size || a.result != b.result || a.in_register != b.in_register || a.lanes != b.lanes)
      return "other parameters";
  }
  return nullptr;
}

}  // namespace warplens::ptx
