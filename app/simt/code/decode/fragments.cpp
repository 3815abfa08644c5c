#include <algorithm>

#include "simt/code/decode/decoder.h"
#include "simt/code/decode/fragment_layout.h"

// Matrices in memory: ldmatrix, stmatrix, wmma.load and wmma.store.

namespace warplens::simt {

FragmentLayout fragment_layout(const ptx::Instruction& wmma, ptx::Matrix matrix) {
  const bool multiplies = wmma.modifiers.step == ptx::MatrixStep::multiply;
  const ptx::Type type = multiplies ? ptx::element_types(wmma)[static_cast<std::size_t>(matrix)] : wmma.type;
  const ptx::Fragment fragment = ptx::fragment(wmma, matrix);
  const ptx::MatrixExtent extent = ptx::extent(wmma.modifiers.shape, matrix);
  const bool lines_are_columns = matrix == ptx::Matrix::b, stored_by_columns = wmma.modifiers.a_by_columns;
  FragmentLayout layout;
  layout.elements = static_cast<std::uint32_t>(fragment.registers * ptx::bits(fragment.type) / ptx::bits(type));
  layout.line = static_cast<std::uint32_t>(lines_are_columns ? extent.rows : extent.columns);
  layout.total = static_cast<std::uint32_t>(extent.rows * extent.columns);
  layout.element_bytes = static_cast<std::uint8_t>(ptx::bits(type) / 8);
  layout.contiguous = lines_are_columns == stored_by_columns;
  layout.stride = static_cast<std::uint32_t>(stored_by_columns ? extent.rows : extent.columns);
  return layout;
}

FragmentLayout fragment_layout(const ptx::Instruction& wmma) { return fragment_layout(wmma, wmma.modifiers.matrix); }

using ptx::Opcode;

/// ldmatrix, stmatrix: the rows of the matrices, of 16 bytes each, by as many lanes, and their distribution over all lanes.
void Decoder::decode_matrices(const ptx::Instruction& instruction, Decoded& decoded) {
  const bool loads = instruction.opcode == Opcode::ldmatrix;
  decode_memory(instruction, instruction.operands[loads ? 1 : 0], decoded);
  decoded.kind = loads ? Kind::load : Kind::store;
  decoded.matrices = static_cast<std::uint8_t>(ptx::fragment(instruction, ptx::Matrix::d).registers);
  decoded.bytes = decoded.vector = 4;
  decoded.load = executor().select_load(ptx::Type::b32, 4);
  decoded.store = executor().select_store(ptx::Type::b32, 4);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < decoded.vector; ++i) rows.push_back(decoded.operands[i] = new_row(row_alignment));
  for (const ptx::Operand& element : instruction.operands[loads ? 0 : 1].elements) rows.push_back(row(element, 4));
  const Operation operation = executor().select(instruction, function_);
  decoded.execute = operation.execute;
  decoded.immediate = list(operation.immediate, rows);
}

/// wmma.load, wmma.store: each lane accesses its part of the matrix (FragmentLayout), in pieces of up to 16 bytes where it lies
/// in one piece in memory, else element by element.
void Decoder::decode_fragment(const ptx::Instruction& instruction, Decoded& decoded) {
  const ptx::Modifiers& modifiers = instruction.modifiers;
  const bool loads = modifiers.step == ptx::MatrixStep::load;
  const ptx::Operand& registers = instruction.operands[loads ? 0 : 1];
  const FragmentLayout layout = fragment_layout(instruction);
  decode_address(instruction.operands[loads ? 1 : 0], decoded);
  decoded.kind = loads ? Kind::load : Kind::store;
  decoded.space = instruction.space;
  decoded.matrices = 1;
  const std::uint8_t cell = layout.element_bytes == 8 ? 8 : 4;
  const Row address = new_row(2 * row_alignment), part = new_row(row_alignment);
  const Row stride = instruction.operands.size() > 2 ? row(instruction.operands[2], 4) : constant(layout.stride, 4);
  std::vector<Row> held;
  for (const ptx::Operand& element : registers.elements) held.push_back(row(element, cell));

  const bool in_parts = layout.element_bytes < 4;  // several elements per register
  const auto add = [&](const Decoded& piece) { program_.pieces.push_back(piece); };
  Decoded piece;
  piece.kind = decoded.kind;
  piece.in_l1 = decoded.kind == Kind::load;
  piece.space = decoded.space;
  piece.operands[address_slot] = address;
  const auto access = [&](ptx::Type type, std::uint8_t bytes) {
    piece.access = program_.accesses++;
    piece.bytes = bytes;
    piece.values_wide = bytes == 8;
    piece.load = executor().select_load(type, cell);
    piece.store = executor().select_store(type, cell);
  };
  decoded.pieces_begin = static_cast<std::uint32_t>(program_.pieces.size());
  if (layout.contiguous) {
    const std::size_t together = std::min<std::size_t>(held.size(), 16 / cell);
    for (std::size_t first = 0; first < held.size(); first += together) {
      access(cell == 8 ? ptx::Type::b64 : ptx::Type::b32, cell);
      piece.vector = static_cast<std::uint8_t>(together);
      std::copy_n(held.begin() + static_cast<std::ptrdiff_t>(first), together, piece.operands.begin());
      piece.offset = static_cast<std::int64_t>(first * cell);
      add(piece);
    }
  } else {
    using enum ptx::Type;
    const ptx::Type type = layout.element_bytes == 1   ? b8
                           : layout.element_bytes == 2 ? b16
                           : layout.element_bytes == 4 ? b32
                                                       : b64;
    for (std::uint32_t element = 0; element < layout.elements; ++element) {
      access(type, layout.element_bytes);
      piece.operands[0] = in_parts ? part : held[element];
      piece.execute = executor().next_element;
      const std::uint32_t next = std::min(element + 1, layout.elements - 1), per_register = cell / layout.element_bytes;
      FragmentStep step{.element_bytes = layout.element_bytes, .moves = in_parts, .loads = loads};
      step.place = static_cast<std::uint8_t>((loads ? element : next) % per_register);
      piece.immediate = list(step.encoded(), {address, stride, part, held[(loads ? element : next) / per_register]});
      add(piece);
    }
  }
  decoded.pieces_end = static_cast<std::uint32_t>(program_.pieces.size());
  decoded.execute = executor().select(instruction, function_).execute;
  const bool extracts = !loads && in_parts && !layout.contiguous;
  decoded.immediate = list(layout.encoded() | (extracts ? FragmentLayout::extracts : 0),
                           {decoded.operands[address_slot], stride, address, part, held.front()});
}

}  // namespace warplens::simt
