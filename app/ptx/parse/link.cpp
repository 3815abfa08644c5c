#include "ptx/parse/link.h"

#include <algorithm>
#include <vector>

#include "ptx/listing.h"

namespace warplens::ptx {
namespace {

bool calls_by_address(const Instruction& instruction) {
  const std::size_t callee = instruction.destinations;
  return instruction.opcode == Opcode::call && callee < instruction.operands.size() &&
         instruction.operands[callee].kind == OperandKind::reg;
}

}  // namespace

void resolve_aliases(Module& module, const std::map<std::uint32_t, std::uint32_t>& aliases) {
  // What each alias means in the end: a chain is followed once, and not again from each of its members.
  std::vector<std::uint32_t> meant(module.functions.size(), no_index);
  std::vector<std::uint32_t> chain;
  for (const auto& [alias, function] : aliases) {
    std::uint32_t end = alias;
    chain.clear();
    for (auto next = aliases.find(end); next != aliases.end() && meant[end] == no_index; next = aliases.find(end)) {
      meant[end] = end;  // until the end of the chain is known; ends a cycle
      chain.push_back(end);
      end = next->second;
    }
    if (meant[end] != no_index) end = meant[end];
    for (const std::uint32_t member : chain) meant[member] = end;
  }
  const auto resolve = [&](std::uint32_t& function) {
    if (function < meant.size() && meant[function] != no_index) function = meant[function];
  };
  for (Function& function : module.functions) {
    for (Instruction& instruction : function.instructions) {
      for (Operand& operand : instruction.operands) {
        if (operand.kind == OperandKind::function) resolve(operand.index);
      }
    }
  }
  for (Variable& variable : module.variables) {
    for (AddressInitialiser& address : variable.addresses) resolve(address.function);
  }
}

bool refuse_callers(Module& module) {
  const auto is_refused = [](const Function& function) { return function.refusal.has_value(); };
  if (std::none_of(module.functions.begin(), module.functions.end(), is_refused)) return true;
  // Each entry's calls are followed anew, so entries that reach the same functions make this quadratic.
  constexpr std::uint64_t max_followed = 1u << 25;  // instructions: half a second
  std::uint64_t followed = 0, all = 0;
  std::vector<bool> indirect(module.functions.size());  // such a call is followed through the whole module
  for (std::size_t f = 0; f < indirect.size(); ++f) {
    const std::vector<Instruction>& instructions = module.functions[f].instructions;
    all += instructions.size();
    indirect[f] = std::ranges::any_of(instructions, calls_by_address);
  }
  for (std::uint32_t entry = 0; entry < module.functions.size(); ++entry) {
    Function& caller = module.functions[entry];
    if (!caller.entry || caller.refusal) continue;
    if (followed > max_followed) return false;
    const std::vector<std::uint32_t> reached = reached_functions(module, entry);
    bool by_address = false;
    for (const std::uint32_t callee : reached) {
      followed += module.functions[callee].instructions.size() + 1;
      by_address = by_address || indirect[callee];
    }
    if (by_address) followed += all;
    for (const std::uint32_t callee : reached) {
      if (!module.functions[callee].refusal) continue;
      caller.refusal = module.functions[callee].refusal;
      caller.instructions.clear();
      caller.registers.clear();
      caller.locations.clear();
      break;
    }
  }
  return true;
}

}  // namespace warplens::ptx
