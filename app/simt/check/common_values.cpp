#include "simt/check/common_values.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "ptx/flow/registers.h"
#include "ptx/type.h"

namespace warplens::simt {
namespace {

using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;
using ptx::SpecialRegister;

std::uint32_t bytes_of(ptx::Type type) { return static_cast<std::uint32_t>(ptx::bits(type)) / 8; }

std::uint64_t low_bytes(std::uint64_t bits, std::uint32_t bytes) {
  return bytes >= 8 ? bits : bits & ((std::uint64_t{1} << 8 * bytes) - 1);
}

}  // namespace

/// The registers of one function, followed back from the stores.
class CommonValues::Function {
 public:
  explicit Function(const ptx::Function& function)
      : function_(function), definitions_(ptx::single_definitions(function)), common_(function.registers.size()) {}

  /// The elements that a store writes, if all are common.
  std::optional<std::vector<Value>> stored(const ptx::Instruction& store) {
    const Operand& data = store.operands[1];
    const std::vector<Operand> elements = data.kind == OperandKind::vector ? data.elements : std::vector<Operand>{data};
    std::vector<Value> values;
    for (const Operand& element : elements) {
      const auto value = value_of(element, bytes_of(store.type), 0);
      if (!value) return std::nullopt;
      values.push_back(*value);
    }
    return values;
  }

 private:
  /// Longer chains are taken for unknown, so that no chain of a stranger's exhausts the stack.
  static constexpr int max_depth = 64;

  /// The register's single definition without a guard; null if there is none.
  const ptx::Instruction* definition_of(const Operand& reg) const {
    const std::uint32_t definition = definitions_[reg.index];
    return definition != ptx::no_index ? &function_.instructions[definition] : nullptr;
  }

  /// Whether an instruction loads a parameter of the kernel. Those of other functions are given by their callers.
  bool loads_parameter(const ptx::Instruction& load) const {
    return load.opcode == Opcode::ld && load.space == ptx::Space::param && function_.entry && load.vector == 1 &&
           load.operands[1].kind == OperandKind::address && load.operands[1].base == OperandKind::parameter;
  }

  std::optional<Value> value_of(const Operand& operand, std::uint32_t bytes, int depth) {
    if (operand.kind == OperandKind::immediate) return Value{Value::From::constant, low_bytes(operand.bits, bytes), bytes};
    if (!is_common(operand, depth)) return std::nullopt;
    if (operand.kind != OperandKind::reg || operand.negated) return Value{};
    const ptx::Instruction& definition = *definition_of(operand);
    if (loads_parameter(definition) && bytes_of(definition.type) >= bytes) {
      const Operand& address = definition.operands[1];
      const std::uint64_t place = function_.parameters[address.index].offset + static_cast<std::uint64_t>(address.offset);
      return Value{Value::From::parameter, place, bytes};
    }
    if (definition.opcode == Opcode::mov && bytes_of(definition.type) >= bytes)
      return value_of(definition.operands[1], bytes, depth + 1);
    return Value{};
  }

  bool is_common(const Operand& operand, int depth) {
    if (depth > max_depth) return false;
    if (operand.kind == OperandKind::immediate) return true;
    if (operand.kind == OperandKind::special) return ptx::is_dimension(static_cast<SpecialRegister>(operand.index));
    if (operand.kind != OperandKind::reg) return false;
    std::optional<bool>& common = common_[operand.index];
    if (common) return *common;
    common = false;
    const ptx::Instruction* definition = definition_of(operand);
    if (definition == nullptr) return false;
    const bool found =
        loads_parameter(*definition) ||
        (ptx::is_pure(*definition) && std::all_of(definition->operands.begin() + 1, definition->operands.end(),
                                                  [&](const Operand& each) { return is_common(each, depth + 1); }));
    common_[operand.index] = found;
    return found;
  }

  const ptx::Function& function_;
  std::vector<std::uint32_t> definitions_;  ///< per register
  /// Per register: whether its value is common, once known; false while it is looked at, as a value that depends on itself
  /// changes.
  std::vector<std::optional<bool>> common_;
};

CommonValues::CommonValues(const ptx::Module& module, const ptx::Listing& listing) {
  for (std::size_t k = 0; k < listing.functions().size(); ++k) {
    const ptx::Function& of_module = module.functions[listing.functions()[k]];
    Function function(of_module);
    for (std::uint32_t i = 0; i < of_module.instructions.size(); ++i) {
      const ptx::Instruction& store = of_module.instructions[i];
      if (store.opcode != Opcode::st || store.modifiers.copy != ptx::CopyStep::none) continue;
      if (store.space == ptx::Space::local || store.space == ptx::Space::param) continue;
      if (auto values = function.stored(store)) stores_.emplace(listing.first(k) + i, std::move(*values));
    }
  }
}

bool CommonValues::are_the_same(std::uint32_t a, std::uint32_t b) const {
  const auto first = stores_.find(a), second = stores_.find(b);
  if (first == stores_.end() || second == stores_.end()) return false;
  const bool computed = std::ranges::any_of(first->second, [](const Value& v) { return v.from == Value::From::computed; });
  return a == b || (!computed && first->second == second->second);
}

}  // namespace warplens::simt
