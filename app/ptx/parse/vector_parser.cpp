#include <algorithm>
#include <array>

#include "base/number_format.h"
#include "ptx/matrix.h"
#include "ptx/parse/function_parser.h"

// Operands of several registers: {a, b, …}, vector registers, fragments of matrices; and parts of a register.

namespace warplens::ptx {
namespace {

constexpr std::size_t max_elements = 8;

/// The fragment of a matrix that an operand of that role is.
Fragment fragment_of(const Instruction& instruction, char role) {
  return fragment(instruction, static_cast<Matrix>(role - matrix_result));
}

}  // namespace

/// {a, b}: elements of a memory access, or the parts that mov packs or unpacks, which are narrower than its type.
Operand FunctionParser::parse_vector(const Instruction& instruction, char role) {
  const Token opening = cursor_.take();
  Operand vector;
  vector.kind = OperandKind::vector;
  const bool moves = role == moved_to || role == moved, packs = moves && instruction.vector == 1;
  const bool accesses = (role == loaded || role == stored || moves) && instruction.vector > 1;
  if ((!packs && !accesses) || (packs && kind(instruction.type) != TypeKind::bits)) {
    cursor_.fail(opening, packs ? "parts make up .b types only" : "a vector does not fit here");
    return vector;
  }
  // The width of the parts of a mov follows from their number, which is known only at the end.
  const char part_role = role == loaded || role == moved_to ? char{element} : role;
  std::vector<Token> names;
  do {
    const Token token = cursor_.current();
    Instruction part = instruction;
    part.vector = 1;
    if (packs) {
      Symbol* symbol = token.kind == TokenKind::word ? find(token.text) : nullptr;
      const bool discarded = token.text == "_" && role == moved_to;
      const bool literal = role == moved && at_constant(cursor_);
      if (literal) part.type = Type::b64;
      if (!discarded && !literal && (!symbol || symbol->kind != Symbol::Kind::reg || symbol->type == Type::pred)) {
        cursor_.fail(token, quoted(token) + " is not a register that can be a part");
        return vector;
      }
      if (symbol) part.type = symbol->type;
    }
    vector.elements.push_back(parse_operand(part, part_role));
    if (vector.elements.back().kind == OperandKind::vector) cursor_.fail(token, quoted(token) + " is more than one element");
    names.push_back(token);
  } while (!cursor_.error() && vector.elements.size() < max_elements && cursor_.accept(','));
  cursor_.expect('}');
  if (cursor_.error()) return vector;
  if (accesses && vector.elements.size() != instruction.vector) {
    cursor_.fail(opening, "this vector has " + std::to_string(vector.elements.size()) + " elements where .v" +
                              std::to_string(instruction.vector) + " wants " + std::to_string(instruction.vector));
  }
  for (std::size_t i = 0; packs && i < names.size(); ++i) {
    Operand& part = vector.elements[i];
    const int share = bits(instruction.type) / static_cast<int>(names.size());
    if (part.kind == OperandKind::immediate && share < 64) part.bits &= (std::uint64_t{1} << share) - 1;
    if (part.kind != OperandKind::reg) continue;
    const int width = bits(function_.registers[part.index].type);
    if (width * static_cast<int>(names.size()) != bits(instruction.type)) {
      cursor_.fail(names[i], std::to_string(names.size()) + " parts of " + std::to_string(width) + " bits do not make ." +
                                 std::string(name(instruction.type)));
      return vector;
    }
  }
  return vector;
}

/// {a, b, …}: the registers that a thread holds of a matrix.
Operand FunctionParser::parse_fragment(const Instruction& instruction, char role) {
  const Fragment fragment = fragment_of(instruction, role);
  const Token opening = cursor_.current();
  cursor_.expect('{');
  Operand vector;
  vector.kind = OperandKind::vector;
  Instruction part = instruction;
  part.type = fragment.type;
  do {
    vector.elements.push_back(parse_operand(part, destination));
  } while (!cursor_.error() && vector.elements.size() < max_elements && cursor_.accept(','));
  cursor_.expect('}');
  if (!cursor_.error() && vector.elements.size() != static_cast<std::size_t>(fragment.registers)) {
    cursor_.fail(opening, "this vector has " + base::counted(vector.elements.size(), "register") + " where a thread holds " +
                              std::to_string(fragment.registers) + " of this matrix");
  }
  return vector;
}

/// {%v.x, %v.y, …}, whose registers begin with number `first`.
Operand elements_of(const Symbol& vector, std::uint32_t first) {
  Operand operand;
  operand.kind = OperandKind::vector;
  for (std::uint32_t lane = 0; lane < vector.lanes; ++lane) {
    operand.elements.emplace_back();
    operand.elements.back().kind = OperandKind::reg;
    operand.elements.back().index = first + lane;
  }
  return operand;
}

/// Whether a vector register is next: .reg .v4 .f32 %v.
bool FunctionParser::at_vector_register() {
  if (cursor_.current().kind != TokenKind::word) return false;
  const Symbol* symbol = find(cursor_.current().text);
  return symbol != nullptr && symbol->kind == Symbol::Kind::reg && symbol->lanes > 1;
}

/// %v.x, an element of a vector register; or %v, all of it, as if it were {%v.x, %v.y, …}. A register of type .b128 is read and
/// written as a whole.
Operand FunctionParser::parse_vector_register(const Instruction& instruction, char role, const Token& name, Symbol& symbol) {
  const bool wide = symbol.type == Type::b128;
  Operand operand;
  operand.index = use_register(symbol, name.text);
  if (!wide && cursor_.current().kind == TokenKind::dotted) {
    const Token element = cursor_.take();
    const std::size_t place = std::string_view("xyzwrgba").find(element.text) % 4;
    if (element.text.size() != 1 || std::string_view("xyzwrgba").find(element.text) == std::string_view::npos ||
        place >= symbol.lanes) {
      cursor_.fail(element, quoted(element) + " is no element of this .v" + std::to_string(symbol.lanes) + " register");
      return operand;
    }
    check_register(name, symbol.type, instruction, role);
    operand.kind = OperandKind::reg;
    operand.index += static_cast<std::uint32_t>(place);
    return operand;
  }
  const bool moves = role == moved || role == moved_to, moves_elements = moves || role == loaded || role == stored;
  const bool as_elements = moves_elements && instruction.vector == symbol.lanes;
  const bool as_parts = moves && instruction.vector == 1 && kind(instruction.type) == TypeKind::bits &&
                        symbol.lanes * bits(symbol.type) == bits(instruction.type);
  const bool takes_all =
      wide ? instruction.type == Type::b128 && instruction.vector == 1 && role != address : as_elements || as_parts;
  if (!takes_all) {
    cursor_.fail(name, quoted(name) + (wide ? " has 128 bits, which do not fit here" : " is a vector, which does not fit here"));
    return operand;
  }
  if (as_elements) check_register(name, symbol.type, instruction, role == moved || role == moved_to ? char{element} : role);
  return elements_of(symbol, operand.index);
}

/// %tid, %ntid, %ctaid, %nctaid as vectors, whose fourth element is 0.
Operand FunctionParser::parse_special_vector(const Instruction& instruction) {
  const Token name = cursor_.take();
  constexpr std::array rows{std::pair{"%tid", SpecialRegister::tid_x}, std::pair{"%ntid", SpecialRegister::ntid_x},
                            std::pair{"%ctaid", SpecialRegister::ctaid_x}, std::pair{"%nctaid", SpecialRegister::nctaid_x}};
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& known) { return name.text == known.first; });
  Operand vector;
  vector.kind = OperandKind::vector;
  if (row == rows.end() || instruction.vector != 4 || bits(instruction.type) > 32) {
    cursor_.fail(name, quoted(name) + " is no vector of four elements of at most 32 bits");
    return vector;
  }
  vector.elements.resize(4);
  for (std::uint32_t i = 0; i < 3; ++i) {
    vector.elements[i].kind = OperandKind::special;
    vector.elements[i].index = static_cast<std::uint32_t>(row->second) + i;
  }
  vector.elements[3].kind = OperandKind::immediate;
  return vector;
}

/// .h1, .b3210: the parts of operand number `operand` of a video instruction, if the text has them.
void FunctionParser::parse_parts(Instruction& instruction, std::size_t operand) {
  if (cursor_.current().kind != TokenKind::dotted || operand > 2) return;
  const Token suffix = cursor_.take();
  const bool simd = is_simd_video(instruction.opcode), bytes = suffix.text.starts_with('b');
  const std::size_t count = suffix.text.size() - 1;
  // In SIMD instructions sources are parts of both a and b, and the destination says which of the results are wanted.
  const int in_word = bytes ? 4 : 2, choice = simd && operand > 0 ? 2 * in_word : in_word;
  Parts parts{static_cast<std::uint8_t>(bytes ? 8 : 16), static_cast<std::uint8_t>(count)};
  bool fits = (bytes || suffix.text.starts_with('h')) && count >= 1 && count <= static_cast<std::size_t>(simd ? in_word : 1);
  if (simd) {
    fits = fits && bytes == row(instruction.opcode).mnemonic.ends_with('4') && (operand == 0 || count == std::size_t(in_word));
  }
  for (std::size_t i = 0; fits && i < count; ++i) {
    const int digit = suffix.text[i + 1] - '0';
    fits = digit >= 0 && digit < choice && (!simd || operand > 0 || i == 0 || digit < parts.number[i - 1]);
    parts.number[i] = static_cast<std::uint8_t>(digit);
  }
  if (!fits) return cursor_.fail(suffix, quoted(suffix) + " names no parts that this operand has");
  instruction.modifiers.parts[operand] = parts;
}

/// Whether the parts, signs and number of operands of a video instruction go with its suffixes.
void FunctionParser::check_parts(const Instruction& instruction, const Token& start) {
  const Modifiers& modifiers = instruction.modifiers;
  const bool merges = modifiers.parts[0].count != 0, combines = modifiers.secondary != AtomicOp::none;
  if (cursor_.error() || is_simd_video(instruction.opcode)) return;
  if (instruction.opcode == Opcode::vmad) {
    const bool negates = modifiers.negative[1] != modifiers.negative[2] || modifiers.negative[3];
    if (merges || (negates && modifiers.plus_one))
      cursor_.fail(start, "a vmad has either .po or negative operands, and its result is a whole register");
    return;
  }
  if (merges && combines) return cursor_.fail(start, "a result is merged with c or combined with it, not both");
  if ((merges || combines) && instruction.operands.size() < 4)
    cursor_.fail(start, "a fourth operand goes with .add, .min, .max and with a part of the destination");
}

}  // namespace warplens::ptx
