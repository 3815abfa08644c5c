#include "simt/programs.h"

#include <algorithm>

#include "launch/placement.h"
#include "ptx/module_bytes.h"
#include "simt/code/decode/program_bytes.h"

namespace warplens::simt {
namespace {

constexpr std::size_t max_programs = 16;

}  // namespace

base::Result<std::shared_ptr<DecodedProgram>> Programs::of(const launch::Launch& launch, const DeviceSpec& spec) {
  Key key{launch.module, launch.entry, has_time(launch), launch.as_hardware, {}};
  if (launch.placement) {
    for (const launch::Placement::Variable& variable : launch.placement->variables)
      key.variables.emplace_back(variable.index, variable.address);
  }
  const auto found = std::ranges::find(recent_, key, &Recent::key);
  if (found != recent_.end()) {
    recent_.splice(recent_.begin(), recent_, found);
    return recent_.front().program;
  }
  auto decoded = decode(*launch.module, launch.entry, spec, launch.as_hardware, launch.placement.get());
  if (!decoded) return decoded.error();
  // A module that several programs share counts for each of them: the last of them keeps it.
  const std::uint64_t bytes = ptx::bytes_of(*launch.module) + bytes_of(*decoded);
  auto program = std::make_shared<DecodedProgram>(DecodedProgram{std::move(*decoded)});
  if (bytes > max_bytes_) return program;
  recent_.push_front({std::move(key), program, bytes});
  bytes_ += bytes;
  while (recent_.size() > max_programs || bytes_ > max_bytes_) {
    bytes_ -= recent_.back().bytes;
    recent_.pop_back();
  }
  return program;
}

}  // namespace warplens::simt
