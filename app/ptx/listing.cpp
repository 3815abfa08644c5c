#include "ptx/listing.h"

#include <algorithm>
#include <utility>

#include "ptx/flow/value_flow.h"

namespace warplens::ptx {

bool is_indirect_call(const Instruction& instruction) {
  const std::size_t callee = instruction.destinations;
  return instruction.opcode == Opcode::call && callee < instruction.operands.size() &&
         instruction.operands[callee].kind == OperandKind::reg;
}

namespace {

/// Transitive closure of the functions and variables that a function names. An indirect call may reach every function whose
/// address the module takes anywhere: an earlier launch may have stored it, as in the table of an object's virtual functions.
class Reach {
 public:
  Reach(const Module& module, std::uint32_t entry)
      : module_(module), functions_(module.functions.size()), variables_(module.variables.size()) {
    reach_function(entry);
    bool indirect = false;
    for (std::size_t k = 0; k < order_.size(); ++k) {
      for (const Instruction& instruction : module_.functions[order_[k]].instructions) {
        for (const Operand& operand : instruction.operands) follow(operand);
        if (!indirect && is_indirect_call(instruction)) {
          indirect = true;
          reach_all_with_address();
        }
      }
    }
  }

  std::vector<std::uint32_t> functions() && { return std::move(order_); }
  std::vector<bool> variables() && { return std::move(variables_); }

 private:
  void reach_function(std::uint32_t function) {
    if (function >= functions_.size() || functions_[function]) return;
    functions_[function] = true;
    order_.push_back(function);
  }

  void reach_variable(std::uint32_t variable) {
    std::vector<std::uint32_t> work{variable};
    while (!work.empty()) {
      const std::uint32_t next = work.back();
      work.pop_back();
      if (next >= variables_.size() || variables_[next]) continue;
      variables_[next] = true;
      for (const AddressInitialiser& address : module_.variables[next].addresses) {
        if (address.function != no_index)
          reach_function(address.function);
        else
          work.push_back(address.variable);
      }
    }
  }

  void reach_all_with_address() {
    for (const Variable& variable : module_.variables)
      for (const AddressInitialiser& address : variable.addresses) reach_function(address.function);
    for (const Function& function : module_.functions) {
      for (const Instruction& instruction : function.instructions) {
        for (std::size_t k = 0; k < instruction.operands.size(); ++k) {
          const Operand& operand = instruction.operands[k];
          const bool called = instruction.opcode == Opcode::call && k == instruction.destinations;
          if (operand.kind == OperandKind::function && !called && !module_.functions[operand.index].entry)
            reach_function(operand.index);
        }
      }
    }
  }

  void follow(const Operand& operand) {
    const OperandKind kind = operand.kind == OperandKind::address ? operand.base : operand.kind;
    // The address of a kernel is there to launch it.
    if (kind == OperandKind::function && !module_.functions[operand.index].entry) reach_function(operand.index);
    if (kind == OperandKind::variable) reach_variable(operand.index);
    for (const Operand& element : operand.elements) follow(element);
  }

  const Module& module_;
  std::vector<bool> functions_, variables_;
  std::vector<std::uint32_t> order_;
};

template <typename Matches>
bool names(const Operand& operand, const Matches& matches) {
  return (operand.kind == OperandKind::special && matches(static_cast<SpecialRegister>(operand.index))) ||
         std::ranges::any_of(operand.elements, [&](const Operand& element) { return names(element, matches); });
}

/// Whether a launch of function `entry` may read a special register that matches(special).
template <typename Matches>
bool may_read(const Module& module, std::uint32_t entry, const Matches& matches) {
  return std::ranges::any_of(reached_functions(module, entry), [&](std::uint32_t function) {
    return std::ranges::any_of(module.functions[function].instructions, [&](const Instruction& instruction) {
      return std::ranges::any_of(instruction.operands, [&](const Operand& operand) { return names(operand, matches); });
    });
  });
}

}  // namespace

bool is_cooperative(const Module& module, std::uint32_t entry) {
  return may_read(module, entry, [](SpecialRegister special) {
    return special == SpecialRegister::envreg1 || special == SpecialRegister::envreg2;
  });
}

bool is_clock(SpecialRegister special) {
  using enum SpecialRegister;
  return special == clock || special == clock_hi || special == clock64 || special == globaltimer || special == globaltimer_lo ||
         special == globaltimer_hi;
}

bool reads_clock(const Module& module, std::uint32_t entry) { return may_read(module, entry, is_clock); }

std::vector<std::uint32_t> reached_functions(const Module& module, std::uint32_t entry) {
  return Reach(module, entry).functions();
}

std::vector<bool> reached_variables(const Module& module, std::uint32_t entry) { return Reach(module, entry).variables(); }

Listing::Listing(const Module& module, std::uint32_t entry) : functions_(reached_functions(module, entry)) {
  std::uint32_t number = 0;
  for (const std::uint32_t function : functions_) {
    firsts_.push_back(number);
    number += static_cast<std::uint32_t>(module.functions[function].instructions.size()) + 1;
  }
  firsts_.push_back(number);
}

Listing::Position Listing::place(std::uint32_t number) const {
  if (number >= size()) return {};
  const auto behind = std::upper_bound(firsts_.begin(), firsts_.end(), number);
  const auto k = static_cast<std::size_t>(behind - firsts_.begin()) - 1;
  return {functions_[k], number - firsts_[k]};
}

const Instruction* Listing::instruction(const Module& module, std::uint32_t number) const {
  const Position at = place(number);
  if (at.function >= module.functions.size()) return nullptr;
  const std::vector<Instruction>& instructions = module.functions[at.function].instructions;
  return at.instruction < instructions.size() ? &instructions[at.instruction] : nullptr;
}

bool Listing::update_in_place(const Module& module, std::uint32_t a, std::uint32_t b) const {
  const auto address_of = [&](std::uint32_t number) -> const Operand* {
    const Instruction* const of_number = instruction(module, number);
    if (of_number == nullptr) return nullptr;
    const auto found = std::ranges::find(of_number->operands, OperandKind::address, &Operand::kind);
    return found != of_number->operands.end() ? &*found : nullptr;
  };
  const Operand *const of_a = address_of(a), *const of_b = address_of(b);
  const Position at_a = place(a), at_b = place(b);
  const bool same = of_a != nullptr && of_b != nullptr && at_a.function == at_b.function && of_a->base == of_b->base &&
                    of_a->index == of_b->index && of_a->offset == of_b->offset;
  if (!same) return false;
  const bool a_stores = instruction(module, a)->opcode == Opcode::st;
  const auto [load, store] = a_stores ? std::pair(at_b, at_a) : std::pair(at_a, at_b);
  return flows_into_store(module.functions[load.function], load.instruction, store.instruction);
}

}  // namespace warplens::ptx
