#include "simt/code/execute/lanes.h"

// cvt between registers of which some are wider than its types (PTX ISA, "Operand Size Exceeding Instruction-Type Size"): on
// copies of their low bits, in rows of its own. Programs hardly ever have it.

namespace warplens::simt::WARPLENS_ISA {
namespace {

constexpr std::size_t scratch_row = warp_size * sizeof(u64);

u64 lane_bits(const std::byte* row, u8 bytes, int lane) { return bytes == 8 ? get<u64>(row, lane) : get<u32>(row, lane); }

void put_bits(std::byte* row, u8 bytes, int lane, u64 bits) {
  if (bytes == 8)
    put<u64>(row, lane, bits);
  else
    put<u32>(row, lane, static_cast<u32>(bits));
}

void convert_wide(const Frame& frame, const Decoded& instruction, u32 active) {
  const auto wide = value_at<WideConversion>(frame.constants + instruction.immediate);
  alignas(scratch_row) std::byte rows[operand_slots * scratch_row] = {};
  Decoded conversion = instruction;
  conversion.immediate = wide.immediate;
  for (std::size_t i = 0; i < operand_slots; ++i) {
    if (wide.used[i] == 0) continue;
    conversion.operands[i] = static_cast<Row>(i * scratch_row);
    if (i == 0) continue;
    const std::byte* const held = frame.source(instruction.operands[i]);
    for (int lane = 0; lane < warp_size; ++lane)
      put_bits(rows + i * scratch_row, wide.used[i], lane, lane_bits(held, wide.held[i], lane));
  }
  Frame own = frame;
  own.registers = rows;
  wide.conversion(own, conversion, active);
  std::byte* const result = frame.destination(instruction.operands[0]);
  each_lane(active, [&](std::size_t at) {
    const auto lane = static_cast<int>(at);
    u64 bits = lane_bits(rows, wide.used[0], lane);
    if (wide.extends_sign && wide.used[0] == 4) bits = static_cast<u64>(s64{static_cast<s32>(bits)});
    put_bits(result, wide.held[0], lane, bits);
  });
}

}  // namespace

Operation on_wide_registers(const Operation& conversion, const ptx::Instruction& instruction, const ptx::Function& function) {
  Operation wide = conversion;
  bool any = false;
  for (std::size_t i = 0; i < instruction.operands.size() && i < operand_slots; ++i) {
    const ptx::Operand& operand = instruction.operands[i];
    if (conversion.bytes[i] != 4 || operand.kind != ptx::OperandKind::reg) continue;
    if (ptx::bits(function.registers[operand.index].type) != 64) continue;
    wide.bytes[i] = 8;
    any = true;
  }
  if (!any || conversion.execute == nullptr) return conversion;
  wide.execute = &convert_wide;
  wide.conversion = conversion.execute;
  wide.conversion_bytes = conversion.bytes;
  return wide;
}

}  // namespace warplens::simt::WARPLENS_ISA
