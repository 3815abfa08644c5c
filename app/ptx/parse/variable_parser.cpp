#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "ptx/parse/function_parser.h"

namespace warplens::ptx {
namespace {

/// A state space that a variable can be in.
std::optional<Space> space_named(std::string_view name) {
  const auto space = space_names.value_of(name);
  return space != Space::generic && space != Space::reg ? space : std::nullopt;
}

/// Parses the initialiser after `=` into a variable.
class Initialiser {
 public:
  Initialiser(ModuleParse& parse, Block& names, Variable& variable, bool sized)
      : cursor_(parse.cursor),
        names_(names),
        globals_(parse.globals),
        functions_(parse.functions),
        variable_(variable),
        sized_(sized) {}

  void parse_value(int depth) {
    constexpr int deepest = 8;
    if (!cursor_.at('{')) return parse_scalar();
    const Token opening = cursor_.take();
    if (depth == deepest) return cursor_.fail(opening, "initialisers are nested more than 8 deep");
    if (cursor_.accept('}')) return;
    do {
      parse_value(depth + 1);
    } while (cursor_.accept(','));
    cursor_.expect('}');
  }

 private:
  void parse_scalar() {
    const Token first = cursor_.current();
    const std::uint64_t width = static_cast<std::uint64_t>(bytes(bits(variable_.type)));
    if (sized_ && variable_.initial.size() + width > variable_.size) {
      return cursor_.fail(first, "more values than '" + variable_.name + "' holds");
    }
    std::uint64_t value = 0;
    if (first.kind == TokenKind::word && first.text != warp_size_name) {
      // In 32 bits lie the pointers of programs that have such (nvvm/write_narrow.cpp).
      if (width != 8 && width != 4) return cursor_.fail(first, "an address wants a variable of 32- or 64-bit type");
      parse_address(static_cast<std::uint8_t>(width), 0);
    } else {
      value = parse_constant(cursor_, variable_.type);
      if (cursor_.accept('(')) {
        value = 0;
        const std::uint64_t mask = first.kind == TokenKind::number ? integer_value(first.text).value_or(0) : 0;
        const int zeros = std::countr_zero(mask);
        if (width != 1 || mask == 0 || mask >> zeros != 0xff || zeros % 8 != 0)
          return cursor_.fail(first, "one byte of an address is taken by a mask such as 0xff00, in a variable of 8-bit type");
        parse_address(1, static_cast<std::uint8_t>(zeros / 8));
        cursor_.expect(')');
      }
    }
    for (std::uint64_t i = 0; i < width; ++i) variable_.initial.push_back(static_cast<std::byte>(value >> (8 * i) & 0xff));
  }

  /// symbol, symbol+4, symbol-4, symbol+-4, generic(symbol), …: `bytes` of it, from byte `byte` on.
  void parse_address(std::uint8_t bytes, std::uint8_t byte) {
    AddressInitialiser address;
    address.offset = variable_.initial.size();
    address.bytes = bytes;
    address.byte = byte;
    Token name = cursor_.take();
    if (name.text == "generic" && cursor_.accept('(')) {
      address.generic = true;
      name = cursor_.expect_word("a variable");
      cursor_.expect(')');
    }
    const Symbol* symbol = names_.find(name.text);
    if (!symbol) symbol = globals_.find(name.text);
    const auto function = functions_.find(name.text);
    if (symbol && symbol->kind == Symbol::Kind::variable)
      address.variable = symbol->index;
    else if (!symbol && function != functions_.end())
      address.function = function->second;
    else
      return cursor_.fail(name, quoted(name) + " is neither a variable nor a function declared before");
    constexpr std::uint64_t most = std::uint64_t{1} << 62;
    const bool plus = cursor_.accept('+'), negative = cursor_.accept('-');
    if (plus || negative) {
      const auto addend = static_cast<std::int64_t>(cursor_.expect_integer("an offset", most));
      address.addend = negative ? -addend : addend;
    }
    variable_.addresses.push_back(address);
  }

  Cursor& cursor_;
  Block& names_;
  Block& globals_;
  const std::unordered_map<std::string_view, std::uint32_t>& functions_;
  Variable& variable_;
  bool sized_;
};

/// [3][4]: number of elements; `sized` is false for [].
std::uint64_t parse_extents(Cursor& cursor, bool& sized) {
  std::uint64_t elements = 1;
  while (cursor.at('[')) {
    const Token bracket = cursor.take();
    if (cursor.accept(']')) {
      sized = false;
      continue;
    }
    elements *= cursor.expect_integer("a number of elements", max_variable_bytes);
    if (elements > max_variable_bytes)
      cursor.fail(bracket, "this array is larger than " + std::to_string(max_variable_bytes) + " bytes");
    cursor.expect(']');
  }
  return elements;
}

}  // namespace

Type parse_type(Cursor& cursor) {
  const Token token = cursor.current();
  const auto type = token.kind == TokenKind::dotted ? type_named(token.text) : std::nullopt;
  if (!type) {
    cursor.fail_expected("a type such as .u32");
    return Type::none;
  }
  cursor.take();
  return *type;
}

std::uint32_t parse_alignment(Cursor& cursor, std::uint32_t otherwise) {
  if (!cursor.accept_dotted("align")) return otherwise;
  const Token token = cursor.current();
  constexpr std::uint64_t most = 4096;
  const std::uint64_t alignment = cursor.expect_integer("an alignment", most);
  if (!std::has_single_bit(alignment)) cursor.fail(token, "an alignment is a power of two");
  return static_cast<std::uint32_t>(alignment);
}

void parse_variables(ModuleParse& parse, Block& names, std::uint32_t function, bool external) {
  Cursor& cursor = parse.cursor;
  const Space space = *space_named(cursor.take().text);
  if (cursor.accept_dotted("attribute")) {
    cursor.expect('(');
    while (!cursor.at(')') && !cursor.at_end()) cursor.take();
    cursor.expect(')');
  }
  std::uint32_t alignment = parse_alignment(cursor, 0);
  const std::uint64_t lanes = cursor.accept_dotted("v2") ? 2 : cursor.accept_dotted("v4") ? 4 : 1;
  const Token type_token = cursor.current();
  const Type type = parse_type(cursor);
  if (cursor.error()) return;
  if (bits(type) < 8) return cursor.fail(type_token, "a variable cannot be ." + std::string(name(type)));
  const auto width = static_cast<std::uint64_t>(bytes(bits(type)));
  if (alignment == 0) alignment = parse_alignment(cursor, static_cast<std::uint32_t>(width * lanes));
  do {
    const Token name = cursor.expect_word("a variable's name");
    bool sized = true;
    const std::uint64_t elements = parse_extents(cursor, sized);
    if (cursor.error()) return;
    Variable variable;
    variable.name = name.text;
    variable.space = space;
    variable.type = type;
    variable.alignment = alignment;
    variable.function = function;
    variable.external = external;
    variable.size = sized ? elements * lanes * width : 0;
    if (cursor.accept('=')) {
      if (space != Space::global && space != Space::constant)
        return cursor.fail(name, "only .global and .const variables have initial values");
      Initialiser(parse, names, variable, sized).parse_value(0);
      if (!sized) variable.size = variable.initial.size();
    } else if (!sized && !external) {
      cursor.fail(name, quoted(name) + " needs a size");
    }
    parse.variable_bytes += variable.size;
    if (parse.variable_bytes > max_variable_bytes)
      return cursor.fail(name, "the module's variables are larger than " + std::to_string(max_variable_bytes) + " bytes");
    if (parse.module.variables.size() >= max_variables)
      return cursor.fail(name, "the module has more than " + std::to_string(max_variables) + " variables");
    const auto index = static_cast<std::uint32_t>(parse.module.variables.size());
    if (!names.declare(name.text, {Symbol::Kind::variable, index, type})) {
      // A declaration may precede the definition.
      Symbol* earlier = names.find(name.text);
      const bool declared = earlier->kind == Symbol::Kind::variable && parse.module.variables[earlier->index].external;
      if (!declared && !external) return cursor.fail(name, quoted(name) + " is declared twice");
      if (!external) parse.module.variables[earlier->index] = std::move(variable);
      continue;
    }
    parse.module.variables.push_back(std::move(variable));
  } while (cursor.accept(','));
  cursor.expect(';');
}

}  // namespace warplens::ptx
