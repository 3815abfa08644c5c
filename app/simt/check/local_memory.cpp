#include "simt/check/local_memory.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace warplens::simt {

void LocalMemory::start_block(std::uint32_t slot) {
  if (bytes_ == 0) return;
  if (slot >= written_.size()) written_.resize(slot + 1);
  written_[slot].clear();
  for (std::uint32_t thread = 0; thread < warps_per_block_ * warp_size; ++thread)
    written_[slot].insert(written_[slot].end(), passed_.begin(), passed_.end());
}

void LocalMemory::access(const CheckedAccess& access) {
  const std::size_t bytes = access.instruction.bytes, all_bytes = bytes * access.instruction.vector;
  if (copies_[access.pc]) return;
  constexpr std::size_t max_elements = 8;                   // of a vector: PTX ISA, .v8
  std::array<std::uint32_t, max_elements> uninitialised{};  // lanes, by element
  each_lane(access.active, [&](std::size_t lane) {
    const std::uint64_t offset = access.offsets[lane];
    if (offset > bytes_ || all_bytes > bytes_ - offset) return;
    std::uint8_t* written = written_[access.slot].data() + (access.warp * warp_size + lane) * bytes_ + offset;
    if (access.instruction.kind == Kind::store) {
      std::memset(written, 1, all_bytes);
      return;
    }
    for (std::size_t element = 0; element < access.instruction.vector; ++element) {
      std::uint64_t any = 0;
      std::memcpy(&any, written + element * bytes, bytes);
      if (any == 0) uninitialised[element] |= 1u << lane;
    }
  });
  for (std::uint32_t element = 0; element < uninitialised.size(); ++element)
    if (uninitialised[element] != 0) undefined_.uninitialised(access, uninitialised[element], element);
}

}  // namespace warplens::simt
