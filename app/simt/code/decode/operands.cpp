#include "simt/code/decode/decoder.h"

namespace warplens::simt {

using ptx::OperandKind;

namespace {

bool is_wide(ptx::SpecialRegister special) {
  return special == ptx::SpecialRegister::clock64 || special == ptx::SpecialRegister::globaltimer;
}

}  // namespace

std::uint32_t Decoder::new_row(std::uint32_t bytes) {
  const std::uint32_t row = program_.register_bytes;
  program_.register_bytes += bytes;
  return row;
}

void Decoder::place_registers() {
  rows_.resize(function_.registers.size(), no_row);
  for (std::uint32_t r = 0; r < rows_.size(); ++r) {
    if (program_.register_bytes > max_register_file) return;
    if (register_bits(r) > 1) rows_[r] = new_row(register_bits(r) == 64 ? 2 * row_alignment : row_alignment);
  }
  sink_ = new_row(2 * row_alignment);
  std::uint32_t predicates = 0;
  for (std::uint32_t r = 0; r < rows_.size(); ++r) {
    if (register_bits(r) <= 1) rows_[r] = program_.register_bytes + 4 * predicates++;
  }
  program_.register_bytes += (4 * predicates + row_alignment - 1) / row_alignment * row_alignment;
  if (frame_.recursive) frame_row_ = new_row(2 * row_alignment);
}

Row Decoder::constant(std::uint64_t bits, std::uint8_t bytes) {
  const auto [found, is_new] = linking_.constant_rows.try_emplace({bits, bytes}, 0);
  if (!is_new) return found->second;
  std::vector<std::byte>& constants = program_.constants;
  const auto row = static_cast<std::uint32_t>(constants.size());
  constants.resize(constants.size() + (bytes == 8 ? 2 * row_alignment : row_alignment));
  if (bytes == predicate_bytes) bits = bits != 0 ? all_lanes : 0;
  const std::size_t cell = bytes == 8 ? 8 : 4;
  for (std::size_t lane = 0; lane < warp_size; ++lane) std::memcpy(constants.data() + row + lane * cell, &bits, cell);
  return found->second = row | in_constants;
}

/// Append `size` bytes to the constants. Returns their offset.
std::uint64_t Decoder::append_constants(const void* bytes, std::size_t size) {
  std::vector<std::byte>& constants = program_.constants;
  const std::size_t offset = constants.size();
  constants.resize(offset + (size + row_alignment - 1) / row_alignment * row_alignment);
  std::memcpy(constants.data() + offset, bytes, size);
  return offset;
}

/// Append a number and rows to the constants. Returns their offset.
std::uint64_t Decoder::list(std::uint64_t first, const std::vector<Row>& rows) {
  std::vector<std::byte> listed(sizeof first + rows.size() * sizeof(Row));
  std::memcpy(listed.data(), &first, sizeof first);
  std::memcpy(listed.data() + sizeof first, rows.data(), rows.size() * sizeof(Row));
  return append_constants(listed.data(), listed.size());
}

Row Decoder::condition_code() {
  if (condition_code_ == no_row) condition_code_ = new_row(row_alignment);
  return condition_code_;
}

Row Decoder::special(const ptx::Operand& operand, std::uint8_t bytes) {
  const auto which = static_cast<ptx::SpecialRegister>(operand.index);
  if (is_wide(which) != (bytes == 8)) return fail("a special register of another width than its type");
  for (const SpecialRow& known : program_.specials) {
    if (known.special == which) return known.row;
  }
  program_.specials.push_back({which, new_row(is_wide(which) ? 2 * row_alignment : row_alignment)});
  return program_.specials.back().row;
}

Row Decoder::register_row(std::uint32_t index, std::uint8_t bytes) {
  const int bits = register_bits(index);
  const std::uint8_t has = bits == 64 ? 8 : bits == 1 ? predicate_bytes : 4;
  if (bits > 64) return fail("registers of " + std::to_string(bits) + " bits are not supported");
  if (has != bytes) return fail("register " + function_.registers[index].name + " has another width than its operand");
  return rows_[index];
}

Row Decoder::row(const ptx::Operand& operand, std::uint8_t bytes) {
  switch (operand.kind) {
    case OperandKind::reg:
      return register_row(operand.index, bytes) | (operand.negated ? negated : 0);
    case OperandKind::immediate:
      return constant(operand.negated ? !operand.bits : operand.bits, bytes);
    case OperandKind::special:
      return special(operand, bytes);
    case OperandKind::variable:
      return constant(program_.variables.address[operand.index] + static_cast<std::uint64_t>(operand.offset), bytes);
    case OperandKind::function:
      if (module_.functions[operand.index].external) return fail("the address of a function that the module does not define");
      return constant(function_address(operand.index), bytes);
    case OperandKind::parameter:
      if (!function_.entry) return constant(frame_.parameters[operand.index] + static_cast<std::uint64_t>(operand.offset), bytes);
      return constant(function_.parameters[operand.index].offset + static_cast<std::uint64_t>(operand.offset), bytes);
    case OperandKind::sink:
      return bytes == predicate_bytes ? no_row : sink_;
    case OperandKind::none:
      return no_row;
    default:
      return fail("an operand of this form");
  }
}

std::vector<const ptx::Operand*> Decoder::in_places(const ptx::Instruction& instruction) const {
  std::vector<const ptx::Operand*> places;
  using enum ptx::Opcode;
  const bool tabled = instruction.opcode == lop3;
  const bool pairs = instruction.opcode == setp || instruction.opcode == shfl || instruction.opcode == match ||
                     instruction.opcode == elect || (tabled && instruction.modifiers.boolean != ptx::BooleanOp::none);
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    const ptx::Operand& operand = instruction.operands[i];
    if (pairs && i == 1 && instruction.destinations == 1) places.push_back(nullptr);
    if (tabled && i == instruction.destinations + std::size_t{3}) continue;  // the truth table
    if (operand.kind == OperandKind::vector) {
      for (const ptx::Operand& element : operand.elements) places.push_back(&element);
    } else {
      places.push_back(&operand);
    }
  }
  return places;
}

}  // namespace warplens::simt
