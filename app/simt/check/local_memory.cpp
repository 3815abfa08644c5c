#include "simt/check/local_memory.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace warplens::simt {

void LocalMemory::start_block(std::uint32_t slot) {
  if (bytes_ == 0) return;
  if (slot >= written_.size()) written_.resize(slot + 1);
  written_[slot].clear();
  for (std::uint32_t thread = 0; thread < warps_per_block_ * warp_size; ++thread)
    written_[slot].insert(written_[slot].end(), passed_.begin(), passed_.end());
}

void LocalMemory::access(const Present& present) {
  const CheckedAccess& access = present.access;
  const std::size_t bytes = access.instruction.bytes;
  if (copies_[access.pc]) return;
  for (std::uint32_t rest = access.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint64_t offset = access.offsets[lane];
    if (offset > bytes_ || present.bytes > bytes_ - offset) continue;
    std::uint8_t* written = written_[access.slot].data() + (access.warp * warp_size + lane) * bytes_ + offset;
    if (access.instruction.kind == Kind::store) {
      std::memset(written, 1, present.bytes);
      continue;
    }
    for (std::size_t at = 0; at < present.bytes; at += bytes) {
      std::uint64_t any = 0;
      std::memcpy(&any, written + at, bytes);
      if (any == 0) {
        listener_.found(present, 1u << lane, offset + at, nullptr);
        break;
      }
    }
  }
}

}  // namespace warplens::simt
