#include "simt/machine/check_launch.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "launch/address_space.h"
#include "launch/placement.h"

namespace warplens::simt {
namespace {

/// Each address begins a slot of its own.
base::Status check_addresses(const launch::Placement& placement) {
  std::vector<std::uint64_t> addresses;
  const auto add = [&](std::uint64_t address) {
    const std::uint64_t slot = address >> launch::slot_bits;
    const bool valid =
        slot >= launch::first_placed_constant && slot < launch::end_of_placed && address == launch::slot_base(slot);
    addresses.push_back(valid ? address : 0);
  };
  for (const launch::Placement::Block& block : placement.blocks) add(block.address);
  for (const launch::Placement::Variable& variable : placement.variables) add(variable.address);
  std::ranges::sort(addresses);
  if ((!addresses.empty() && addresses.front() == 0) || std::ranges::adjacent_find(addresses) != addresses.end())
    return base::error("the memory of the launch lies where the SIMT machine has none");
  return base::Nothing{};
}

}  // namespace

base::Status check_launch(const launch::Launch& launch, const DeviceSpec& spec) {
  const base::Status checked = launch::check(launch, shared_limit(spec));
  return checked.ok() && launch.placement ? check_addresses(*launch.placement) : checked;
}

}  // namespace warplens::simt
