#include "simt/decode/programs.h"

#include <algorithm>

#include "launch/placement.h"

namespace warplens::simt {
namespace {

constexpr std::size_t most_programs = 16;

}  // namespace

base::Result<std::shared_ptr<DecodedProgram>> Programs::of(const launch::Launch& launch, const DeviceSpec& spec) {
  Key key{launch.module, launch.entry, has_time(launch), launch.as_hardware, {}};
  if (launch.placement) {
    for (const launch::Placement::Variable& variable : launch.placement->variables)
      key.variables.emplace_back(variable.index, variable.address);
  }
  const auto found = std::ranges::find(recent_, key, [](const auto& entry) -> const Key& { return entry.first; });
  if (found != recent_.end()) {
    recent_.splice(recent_.begin(), recent_, found);
    return recent_.front().second;
  }
  auto program = decode(*launch.module, launch.entry, spec, launch.as_hardware, launch.placement.get());
  if (!program) return program.error();
  recent_.emplace_front(std::move(key), std::make_shared<DecodedProgram>(DecodedProgram{std::move(*program)}));
  if (recent_.size() > most_programs) recent_.pop_back();
  return recent_.front().second;
}

}  // namespace warplens::simt
