#include "ptx/parse/link.h"

#include "ptx/listing.h"

namespace warplens::ptx {

void resolve_aliases(Module& module, const std::map<std::uint32_t, std::uint32_t>& aliases) {
  const auto resolve = [&](std::uint32_t& function) {
    for (std::size_t steps = 0; steps <= aliases.size(); ++steps) {
      const auto alias = aliases.find(function);
      if (alias == aliases.end()) return;
      function = alias->second;
    }
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

void refuse_callers(Module& module) {
  for (std::uint32_t entry = 0; entry < module.functions.size(); ++entry) {
    Function& caller = module.functions[entry];
    if (!caller.entry || caller.refusal) continue;
    for (const std::uint32_t callee : reached_functions(module, entry)) {
      if (!module.functions[callee].refusal) continue;
      caller.refusal = module.functions[callee].refusal;
      caller.instructions.clear();
      caller.registers.clear();
      caller.locations.clear();
      break;
    }
  }
}

}  // namespace warplens::ptx
