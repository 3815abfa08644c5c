#include <algorithm>

#include "simt/code/decode/decoder.h"

// Textures and surfaces: tex, tld4, suld, sust, txq, suq. What is accessed depends on the launch's textures, so that the access
// to one texel is a piece whose width and addresses the machine completes.

namespace warplens::simt {

using ptx::Opcode;
using ptx::OperandKind;

Row Decoder::texture_handle(const ptx::Operand& address) {
  const bool in_register = address.kind == OperandKind::address && address.base == OperandKind::reg && address.offset == 0;
  if (!in_register) return fail("a texture is given by a register that holds its object");
  return register_row(address.index, 8);
}

/// The access of each lane to one texel; of suld and sust complete but for its addresses.
void Decoder::decode_texel_access(const ptx::Instruction& instruction, const Operand& values, TextureAccess& access,
                                  Decoded& decoded) {
  Decoded piece;
  piece.kind = decoded.kind;
  piece.space = ptx::Space::global;
  piece.in_l1 = decoded.kind == Kind::load;
  piece.access = decoded.access;
  piece.vector = instruction.vector;
  const bool raw = instruction.opcode == Opcode::suld || instruction.opcode == Opcode::sust;
  if (raw) {
    piece.bytes = static_cast<std::uint8_t>(ptx::bits(instruction.type) / 8);
    const std::uint8_t bytes = decode_values(values, instruction, piece);
    piece.load = executor().select_load(instruction.type, bytes);
    piece.store = executor().select_store(instruction.type, bytes);
    access.results_wide = bytes == 8;
    std::copy_n(piece.operands.begin(), access.results.size(), access.results.begin());
  } else {
    for (std::size_t i = 0; i < access.results.size(); ++i) {
      piece.operands[i] = new_row(row_alignment);
      const Operand& result = values.elements[i];
      access.results[i] = result.kind == OperandKind::sink ? no_row : row(result, 4);
    }
  }
  access.piece = static_cast<std::uint32_t>(program_.pieces.size());
  program_.pieces.push_back(piece);
}

void Decoder::decode_texture(const ptx::Instruction& instruction, Decoded& decoded) {
  const bool stores = instruction.opcode == Opcode::sust;
  const std::size_t place = instruction.destinations;
  TextureAccess access;
  access.opcode = instruction.opcode;
  access.modifiers = instruction.modifiers;
  access.floating_coordinates = ptx::kind(instruction.source_type) == ptx::TypeKind::floating;
  access.handle = texture_handle(instruction.operands[place]);
  decoded.kind = stores ? Kind::store : Kind::load;
  decoded.space = ptx::Space::global;
  decoded.access = program_.accesses++;
  decoded.texture = static_cast<std::uint32_t>(program_.textures.size());
  if (instruction.modifiers.query != ptx::TextureQuery::none) {
    access.results[0] = row(instruction.operands[0], 4);
    program_.pieces.emplace_back();  // it accesses none
    access.piece = static_cast<std::uint32_t>(program_.pieces.size() - 1);
  } else {
    for (const Operand& coordinate : instruction.operands[place + 1].elements)
      access.coordinates[access.coordinate_count++] = row(coordinate, 4);
    if (instruction.destinations == 2) access.resident = row(instruction.operands[1], predicate_bytes);
    decode_texel_access(instruction, instruction.operands[stores ? 2 : 0], access, decoded);
  }
  program_.textures.push_back(access);
}

}  // namespace warplens::simt
