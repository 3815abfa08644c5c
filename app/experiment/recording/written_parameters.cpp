#include "experiment/recording/written_parameters.h"

#include <algorithm>
#include <cstdint>

#include "ptx/opcode.h"

namespace warplens::experiment {
namespace {

using ptx::Opcode, ptx::OperandKind, ptx::Space;

/// A set of parameters, one bit each; those after the 64th are in no set.
using Parameters = std::uint64_t;

Parameters of_parameter(std::uint32_t index) { return index < 64 ? Parameters{1} << index : 0; }

/// The parameters from which the registers of a kernel were computed, whatever the order of its instructions.
class Origins {
 public:
  explicit Origins(const ptx::Function& kernel) : of_register_(kernel.registers.size()) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const ptx::Instruction& instruction : kernel.instructions) changed = follow(instruction) || changed;
    }
  }

  Parameters of(const ptx::Operand& operand) const {
    const OperandKind kind = operand.kind == OperandKind::address ? operand.base : operand.kind;
    if (kind == OperandKind::reg) return operand.index < of_register_.size() ? of_register_[operand.index] : 0;
    if (kind == OperandKind::parameter) return of_parameter(operand.index);
    Parameters all = 0;
    for (const ptx::Operand& element : operand.elements) all |= of(element);
    return all;
  }

 private:
  /// Add what an instruction passes on; whether that was anything new.
  bool follow(const ptx::Instruction& instruction) {
    const auto destinations = std::min<std::size_t>(instruction.destinations, instruction.operands.size());
    const bool loads = instruction.opcode == Opcode::ld || instruction.opcode == Opcode::ldu;
    if (destinations == 0 || (loads && instruction.space != Space::param) || instruction.opcode == Opcode::atom) return false;
    Parameters sources = 0;
    for (std::size_t k = destinations; k < instruction.operands.size(); ++k) sources |= of(instruction.operands[k]);
    bool changed = false;
    for (std::size_t k = 0; k < destinations; ++k) changed = add(instruction.operands[k], sources) || changed;
    return changed;
  }

  bool add(const ptx::Operand& destination, Parameters sources) {
    bool changed = false;
    for (const ptx::Operand& element : destination.elements) changed = add(element, sources) || changed;
    if (destination.kind != OperandKind::reg || destination.index >= of_register_.size()) return changed;
    Parameters& now = of_register_[destination.index];
    changed = changed || (now | sources) != now;
    now |= sources;
    return changed;
  }

  std::vector<Parameters> of_register_;
};

bool stores(Opcode opcode) { return opcode == Opcode::st || opcode == Opcode::atom || opcode == Opcode::red; }

}  // namespace

std::vector<bool> written_parameters(const ptx::Function& kernel) {
  const Origins origins(kernel);
  Parameters written = 0;
  for (const ptx::Instruction& instruction : kernel.instructions) {
    if (!stores(instruction.opcode)) continue;
    // What is stored as an argument of a call may be stored through there.
    const bool argument = instruction.space == Space::param;
    for (const ptx::Operand& operand : instruction.operands)
      if ((operand.kind == OperandKind::address) != argument) written |= origins.of(operand);
  }
  std::vector<bool> result(kernel.parameters.size());
  for (std::uint32_t p = 0; p < result.size(); ++p) result[p] = (written & of_parameter(p)) != 0;
  return result;
}

}  // namespace warplens::experiment
