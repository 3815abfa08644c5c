#include "trace/trace.h"

#include <bit>
#include <cstring>

namespace warplens::trace {
namespace {

template <typename T>
std::uint64_t size_of(const std::vector<T>& column) {
  return column.size() * sizeof(T);
}

/// Values are stored little-endian, as the low bytes of a 64-bit number.
static_assert(std::endian::native == std::endian::little);

template <typename Bits>
std::uint64_t read_bits(const std::byte* from) {
  Bits bits;
  std::memcpy(&bits, from, sizeof bits);
  return bits;
}

/// A value of 1, 2, 4 or 8 bytes: of a width that is known when this is compiled, memcpy is one instruction.
std::uint64_t read_value(const std::byte* from, std::size_t bytes) {
  switch (bytes) {
    case 1:
      return read_bits<std::uint8_t>(from);
    case 2:
      return read_bits<std::uint16_t>(from);
    case 4:
      return read_bits<std::uint32_t>(from);
    default:
      return read_bits<std::uint64_t>(from);
  }
}

}  // namespace

std::uint64_t Trace::bytes() const {
  const Steps& s = steps;
  const Accesses& a = accesses;
  const Waits& w = waits;
  const BlockPlacements& p = placements;
  return size_of(s.cycle) + size_of(s.warp) + size_of(s.instruction) + size_of(s.active) + size_of(s.access) +  //
         size_of(a.step) + size_of(a.kind) + size_of(a.space) + size_of(a.bytes) + size_of(a.buffer) + size_of(a.done) +
         size_of(a.base) + size_of(a.stride) + size_of(a.offsets) + size_of(a.value) + size_of(a.path) + size_of(a.irregular) +
         size_of(a.values) + size_of(w.warp) + size_of(w.reason) + size_of(w.begin) + size_of(w.end) +  //
         size_of(p.block) + size_of(p.sm) + size_of(p.scheduler) + size_of(p.start) + size_of(p.end);
}

int unpack(const Trace& trace, std::size_t row, std::array<LaneAccess, lanes>& out) {
  const Accesses& accesses = trace.accesses;
  const std::uint32_t step = accesses.step[row];
  const std::uint32_t active = trace.steps.active[step];
  const std::uint64_t warps = trace.warps_per_block(), warp = trace.steps.warp[step];
  const std::uint64_t first_thread = warp / warps * trace.threads_per_block() + warp % warps * lanes;
  const std::size_t bytes = accesses.bytes[row];
  const int count = std::popcount(active), lowest = std::countr_zero(active);
  const std::byte* values = accesses.values.data() + accesses.value[row];
  const std::byte* stored = values + (accesses.kind[row] == AccessKind::atomic ? static_cast<std::size_t>(count) * bytes : 0);
  const std::uint32_t irregular = accesses.offsets[row];
  const std::uint64_t base = accesses.base[row], stride = static_cast<std::uint64_t>(accesses.stride[row]);
  const bool writes = accesses.kind[row] != AccessKind::read;
  int filled = 0;
  for (std::uint32_t rest = active; rest != 0; rest &= rest - 1, ++filled) {
    const int lane = std::countr_zero(rest);
    LaneAccess& access = out[static_cast<std::size_t>(filled)];
    access.thread = first_thread + static_cast<std::uint64_t>(lane);
    access.offset = irregular == no_row ? base + static_cast<std::uint64_t>(lane - lowest) * stride
                                        : accesses.irregular[irregular][static_cast<std::size_t>(lane)];
    access.value = read_value(values, bytes);
    access.stored = writes ? read_value(stored, bytes) : 0;
    values += bytes;
    stored += bytes;
  }
  return filled;
}

}  // namespace warplens::trace
