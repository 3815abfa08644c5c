#include <algorithm>
#include <map>
#include <tuple>

#include "ptx/flow/registers.h"

#include "simt/code/decode/decoder.h"

// Which accesses share an AccessPattern: those of one basic block whose addresses differ by the same amount in every lane, such
// as
// [%rd1], [%rd1+4], and [%rd2] after `add.s64 %rd2, %rd1, %rd3`, where %rd3 is the same in every lane. In a straight run of
// instructions, the machine then compares the addresses of all lanes for the first of these accesses only.

namespace warplens::simt {

using ptx::Opcode;
using ptx::OperandKind;

namespace {

/// Whether a special register is the same in all lanes of a warp, throughout the launch.
bool is_uniform(ptx::SpecialRegister special) {
  return special >= ptx::SpecialRegister::ntid_x && special <= ptx::SpecialRegister::nctaid_z;
}

/// Registers that have the same value in all lanes wherever they are read. A register counts if exactly one instruction writes
/// it, without a guard, and computes it from constants, kernel parameters and other such registers.
class UniformRegisters {
 public:
  UniformRegisters(const ptx::Function& function, const ptx::Liveness& liveness)
      : function_(function), uniform_(function.registers.size()) {
    std::vector<std::uint32_t> writes(uniform_.size());
    for (const ptx::Instruction& instruction : function.instructions) {
      for (std::size_t d = 0; d < instruction.destinations; ++d)
        each_register(instruction.operands[d], [&](std::uint32_t r) { ++writes[r]; });
    }
    for (const ptx::Instruction& instruction : function.instructions) {
      if (!computes(instruction)) continue;
      const std::uint32_t r = instruction.operands[0].index;
      uniform_[r] = writes[r] == 1 && !liveness.read_at_start[r] && sources_are_uniform(instruction);
    }
  }

  bool has(const ptx::Operand& operand) const {
    switch (operand.kind) {
      case OperandKind::immediate:
        return true;
      case OperandKind::special:
        return is_uniform(static_cast<ptx::SpecialRegister>(operand.index));
      case OperandKind::reg:
        return uniform_[operand.index];
      case OperandKind::address:
        return operand.base == OperandKind::parameter && function_.entry;
      default:
        return false;
    }
  }

 private:
  /// Whether the instruction writes one register, with nothing but a function of its sources.
  static bool computes(const ptx::Instruction& instruction) {
    if (instruction.guard != ptx::no_index || instruction.destinations != 1 || instruction.operands[0].kind != OperandKind::reg)
      return false;
    switch (instruction.opcode) {
      case Opcode::add:
      case Opcode::sub:
      case Opcode::mul:
      case Opcode::mad:
      case Opcode::shl:
      case Opcode::mov:
      case Opcode::cvt:
        return true;
      case Opcode::ld:
        return instruction.space == ptx::Space::param;
      default:
        return false;
    }
  }

  bool sources_are_uniform(const ptx::Instruction& instruction) const {
    return std::all_of(instruction.operands.begin() + 1, instruction.operands.end(),
                       [&](const ptx::Operand& operand) { return has(operand); });
  }

  const ptx::Function& function_;
  std::vector<bool> uniform_;  ///< per register
};

/// The register from whose value that of the instruction's destination differs by the same amount in every lane, or no_index.
std::uint32_t moved_from(const ptx::Function& function, const ptx::Instruction& instruction, const UniformRegisters& uniform) {
  if (instruction.guard != ptx::no_index || instruction.destinations != 1 || instruction.operands.size() < 2)
    return ptx::no_index;
  const std::vector<ptx::Operand>& operands = instruction.operands;
  const auto width = [&](const ptx::Operand& operand) {
    return operand.kind == OperandKind::reg ? ptx::bits(function.registers[operand.index].type) : 0;
  };
  const bool whole = width(operands[0]) >= 32 && ptx::bits(instruction.type) == width(operands[0]);
  const auto same_width = [&](const ptx::Operand& operand) { return width(operand) == width(operands[0]); };
  if (!whole) return ptx::no_index;
  switch (instruction.opcode) {
    case Opcode::mov:
      return same_width(operands[1]) ? operands[1].index : ptx::no_index;
    case Opcode::add:
    case Opcode::sub: {
      using enum ptx::Type;
      const ptx::Type type = instruction.type;
      const bool integer = type == u32 || type == s32 || type == u64 || type == s64;
      if (!integer || instruction.modifiers.sat) return ptx::no_index;
      if (same_width(operands[1]) && uniform.has(operands[2])) return operands[1].index;
      if (instruction.opcode == Opcode::add && same_width(operands[2]) && uniform.has(operands[1])) return operands[2].index;
      return ptx::no_index;
    }
    default:
      return ptx::no_index;
  }
}

/// The register with the address of an access that has a pattern of its own so far, or no_index.
std::uint32_t address_register(const ptx::Instruction& instruction, const Decoded& decoded) {
  const bool plain = (decoded.load != nullptr || decoded.store != nullptr || decoded.atomic != nullptr) && decoded.matrices == 0;
  if (!plain || decoded.copy != ptx::CopyStep::none) return ptx::no_index;
  for (const ptx::Operand& operand : instruction.operands) {
    if (operand.kind == OperandKind::address) return operand.base == OperandKind::reg ? operand.index : ptx::no_index;
  }
  return ptx::no_index;
}

}  // namespace

void Decoder::place_patterns(const ptx::ControlFlow& flow, const ptx::Liveness& liveness) {
  const UniformRegisters uniform(function_, liveness);
  // Per register: the number of its family, the registers whose values differ by the same amount in every lane. Numbers of
  // earlier basic blocks no longer count.
  std::vector<std::uint32_t> family(function_.registers.size());
  std::uint32_t last_number = 0;
  for (const ptx::BasicBlock& block : flow.blocks) {
    const std::uint32_t before = last_number;
    const auto family_of = [&](std::uint32_t r) {
      if (family[r] <= before) family[r] = ++last_number;
      return family[r];
    };
    std::map<std::tuple<std::uint32_t, std::uint8_t, std::uint8_t, ptx::Space>, std::uint32_t> patterns;
    for (std::uint32_t i = block.first; i <= block.last; ++i) {
      const ptx::Instruction& instruction = function_.instructions[i];
      Decoded& access = code(i);
      if (const std::uint32_t base = address_register(instruction, access); base != ptx::no_index) {
        const auto key = std::tuple(family_of(base), access.bytes, access.vector, access.space);
        access.access = patterns.try_emplace(key, access.access).first->second;
      }
      const std::uint32_t from = moved_from(function_, instruction, uniform);
      const std::uint32_t moved = from == ptx::no_index ? ++last_number : family_of(from);
      for (std::size_t d = 0; d < instruction.destinations; ++d)
        each_register(instruction.operands[d], [&](std::uint32_t r) { family[r] = moved; });
    }
  }
}

}  // namespace warplens::simt
