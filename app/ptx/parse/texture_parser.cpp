#include <string>
#include <utility>

#include "ptx/parse/function_parser.h"

// Operands of textures and surfaces (PTX ISA, "tex", "suld", "sust"): [handle, {coordinates}], {gradients}, {texels}.

namespace warplens::ptx {
namespace {

/// Elements of the vector of coordinates: of three, with the layer, a fourth one fills the vector up and is ignored.
std::size_t coordinates_of(TextureShape shape) {
  switch (shape) {
    case TextureShape::line:
      return 1;
    case TextureShape::plane:
    case TextureShape::lines:
      return 2;
    default:
      return 4;
  }
}

}  // namespace

/// {a, b, …}: `number` elements, each an operand of `role` and `type`; the first of `first` type. One element may be without
/// braces.
Operand FunctionParser::parse_texture_vector(const Instruction& instruction, char role, Type first, Type type,
                                             std::size_t number) {
  const Token opening = cursor_.current();
  Operand vector;
  vector.kind = OperandKind::vector;
  Instruction element = instruction;
  element.vector = 1;
  const bool braces = cursor_.accept('{');
  if (!braces && number != 1) {
    cursor_.fail_expected("a vector {…}");
    return vector;
  }
  do {
    element.type = vector.elements.empty() ? first : type;
    vector.elements.push_back(parse_operand(element, role));
    if (vector.elements.back().kind == OperandKind::vector) cursor_.fail(opening, "a vector of vectors does not fit here");
  } while (braces && !cursor_.error() && vector.elements.size() < number && cursor_.accept(','));
  if (braces) cursor_.expect('}');
  if (!cursor_.error() && vector.elements.size() != number)
    cursor_.fail(opening, "this vector has " + std::to_string(vector.elements.size()) + " elements where " +
                              std::to_string(number) + " are wanted");
  return vector;
}

/// [handle, {coordinates}]: adds the handle, an address, and the coordinates.
void FunctionParser::parse_texture_place(Instruction& instruction) {
  cursor_.expect('[');
  Operand handle;
  handle.kind = OperandKind::address;
  const Token name = cursor_.expect_word("a register with a texture object");
  if (cursor_.error()) return;
  Symbol* symbol = find(name.text);
  if (symbol == nullptr || symbol->kind != Symbol::Kind::reg || symbol->lanes > 1 || bits(symbol->type) != 64)
    return cursor_.fail(name, quoted(name) + " is no register of 64 bits that can hold a texture object");
  handle.base = OperandKind::reg;
  handle.index = use_register(*symbol, name.text);
  cursor_.expect(',');
  const TextureShape shape = instruction.modifiers.texture;
  const bool layered = shape == TextureShape::lines || shape == TextureShape::planes;
  const Type type = instruction.source_type == Type::none ? Type::b32 : instruction.source_type;
  Operand coordinates = parse_texture_vector(instruction, source, layered ? Type::b32 : type, type, coordinates_of(shape));
  cursor_.expect(']');
  instruction.operands.push_back(std::move(handle));
  instruction.operands.push_back(std::move(coordinates));
}

/// Texels, or gradients.
Operand FunctionParser::parse_texture_operand(const Instruction& instruction, char role) {
  if (role == gradient) {
    const TextureShape shape = instruction.modifiers.texture;
    const std::size_t number = shape == TextureShape::volume                                   ? 4
                               : shape == TextureShape::plane || shape == TextureShape::planes ? 2
                                                                                               : 1;
    return parse_texture_vector(instruction, source, Type::f32, Type::f32, number);
  }
  return parse_texture_vector(instruction, role == fetched ? char{element} : char{stored}, instruction.type, instruction.type,
                              instruction.vector);
}

}  // namespace warplens::ptx
