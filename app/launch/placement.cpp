#include "launch/placement.h"

#include <algorithm>
#include <cstring>

#include "launch/address_space.h"
#include "launch/narrow_pointers.h"
#include "ptx/module.h"

namespace warplens::launch {

void store_addresses(const ptx::Module& module, const std::vector<Placement::Variable>& placed, const NarrowPointers* pointers) {
  const auto wide_address_of = [&](const ptx::AddressInitialiser& initialiser) {
    if (initialiser.function != ptx::no_index) return function_address(initialiser.function);
    const auto found = std::find_if(placed.begin(), placed.end(),
                                    [&](const Placement::Variable& each) { return each.index == initialiser.variable; });
    return found != placed.end() ? found->address : 0;
  };
  const auto address_of = [&](const ptx::AddressInitialiser& initialiser) {
    const std::uint64_t address = wide_address_of(initialiser);
    return pointers != nullptr ? pointers->narrowed(address) : address;
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
