#include "launch/placement.h"

#include <algorithm>
#include <cstring>

#include "launch/address_space.h"
#include "ptx/module.h"

namespace warplens::launch {

void store_addresses(const ptx::Module& module, const std::vector<Placement::Variable>& placed) {
  const auto address_of = [&](const ptx::AddressInitialiser& initialiser) {
    if (initialiser.function != ptx::no_index) return function_address(initialiser.function);
    const auto found = std::ranges::find(placed, initialiser.variable, &Placement::Variable::index);
    return found != placed.end() ? found->address : 0;
  };
  for (const Placement::Variable& variable : placed) {
    const std::uint64_t size = module.variables[variable.index].size;
    for (const ptx::AddressInitialiser& initialiser : module.variables[variable.index].addresses) {
      if (initialiser.offset > size || size - initialiser.offset < initialiser.bytes) continue;
      const std::uint64_t address =
          (address_of(initialiser) + static_cast<std::uint64_t>(initialiser.addend)) >> (8 * initialiser.byte);
      std::memcpy(variable.memory + initialiser.offset, &address, initialiser.bytes);
    }
  }
}

}  // namespace warplens::launch
