#include <algorithm>

#include "simt/execute/lanes.h"

// What a warp asks of memory: the addresses of its lanes, whether they may be used, and how many sectors, banks and queues they
// take.

namespace warplens::simt::WARPLENS_ISA {
namespace {

constexpr u32 sector_bytes = 32, bank_bytes = 4, banks = 32;

/// A small open-addressed set of the keys of one warp request.
class KeyCounts {
 public:
  /// How often `key` has been added, this time included.
  u32 add(u64 key) {
    u32 at = static_cast<u32>((key * 0x9e3779b97f4a7c15u) >> 58);
    while (counts_[at] != 0 && keys_[at] != key) at = (at + 1) % size;
    keys_[at] = key;
    return ++counts_[at];
  }

 private:
  static constexpr u32 size = 64;  // twice the lanes: never full
  std::array<u64, size> keys_;
  std::array<u8, size> counts_{};
};

struct Span {
  u64 least = ~u64{0}, most = 0;
};

Span span_of(const LaneOffsets& offsets, u32 active) {
  Span span;
  each_lane(active, [&](std::size_t lane) {
    span.least = std::min(span.least, offsets[lane]);
    span.most = std::max(span.most, offsets[lane]);
  });
  return span;
}

/// Lanes 8q to 8q + 7 together, where they are a run or all at one place.
Pattern pattern_of(const LaneOffsets& offsets, u32 bytes) {
  Pattern pattern;
  u64 whole = 0;
  for (u32 q = 0; q < 4; ++q) {
    u64 run = 0, repeat = 0;
    for (u32 lane = 8 * q; lane < 8 * q + 8; ++lane) {
      run |= offsets[lane] ^ (offsets[8 * q] + (lane - 8 * q) * bytes);
      repeat |= offsets[lane] ^ offsets[8 * q];
      whole |= offsets[lane] ^ (offsets[0] + lane * bytes);
    }
    pattern.runs |= static_cast<u8>((run == 0) << q);
    pattern.repeats |= static_cast<u8>((repeat == 0) << q);
  }
  pattern.side_by_side = whole == 0;
  return pattern;
}

/// What is found while the offsets are made: `outside` has its highest bit set where one lies outside.
struct Found {
  u64 outside = 0, low_bits = 0, differs = 0;
};

/// Offset of each lane: `address(lane)` less the window's base. Lanes that are not active get offsets too, which nobody uses.
template <bool whole, typename Address>
Found find_offsets(Address address, u64 base, u64 last, u32 active, u32 first, const Shape& shape, LaneOffsets& offsets) {
  Found found;
  const u64 from = address(static_cast<int>(first)) - base;
  WARPLENS_LANES(lane) {
    const auto l = static_cast<std::size_t>(lane);
    const u64 offset = address(lane) - base;
    const u64 used = whole ? ~u64{0} : u64{0} - (active >> lane & 1);
    offsets[l] = offset;
    found.outside |= (offset | (last - offset)) & used;  // either is negative outside: windows are smaller than 2^63
    found.low_bits |= offset & used;
    found.differs |= ((offset - from) ^ shape.from_first[l]) & used;
  }
  return found;
}

template <typename Address>
Found find_offsets(Address address, u64 base, u64 last, u32 active, const Shape& shape, LaneOffsets& offsets) {
  if (active == all_lanes) return find_offsets<true>(address, base, last, active, 0, shape, offsets);
  return find_offsets<false>(address, base, last, active, static_cast<u32>(std::countr_zero(active)), shape, offsets);
}

void remember(const LaneOffsets& offsets, u32 active, u32 bytes, Shape& shape) {
  const u64 from = offsets[static_cast<std::size_t>(std::countr_zero(active))];
  WARPLENS_LANES(lane) shape.from_first[static_cast<std::size_t>(lane)] = offsets[static_cast<std::size_t>(lane)] - from;
  shape.active = active;
  shape.most_on_one = 0;
  shape.passes.fill(0);
  shape.pattern = active == all_lanes ? pattern_of(offsets, bytes) : Pattern{};
}

}  // namespace

void addresses(const Frame& frame, const Decoded& instruction, LaneOffsets& out) {
  const Row row = instruction.operands[4];
  const u64 added = static_cast<u64>(instruction.offset);
  if (row == no_row) {
    out.fill(added);
    return;
  }
  const std::byte* source = frame.source(row);
  if (instruction.address_wide) {
    WARPLENS_LANES(lane) out[static_cast<std::size_t>(lane)] = get<u64>(source, lane) + added;
  } else {
    WARPLENS_LANES(lane) out[static_cast<std::size_t>(lane)] = static_cast<u32>(get<u32>(source, lane) + static_cast<u32>(added));
  }
}

bool locate(const Frame& frame, const Decoded& instruction, const Window& window, u32 active, Shape& shape,
            LaneOffsets& offsets) {
  const u32 bytes = u32{instruction.bytes} * instruction.vector;
  if (window.size < bytes) return false;
  const u64 base = window.base, last = window.size - bytes, added = static_cast<u64>(instruction.offset);
  const Row row = instruction.operands[4];
  const std::byte* source = row == no_row ? nullptr : frame.source(row);
  Found found;
  if (row == no_row)
    found = find_offsets([&](int) { return added; }, base, last, active, shape, offsets);
  else if (instruction.address_wide)
    found = find_offsets([&](int lane) { return get<u64>(source, lane) + added; }, base, last, active, shape, offsets);
  else
    found = find_offsets([&](int lane) { return u64{static_cast<u32>(get<u32>(source, lane) + static_cast<u32>(added))}; }, base,
                         last, active, shape, offsets);
  if (found.outside >> 63 != 0 || (found.low_bits & (bytes - 1)) != 0) return false;
  if (found.differs != 0 || shape.active != active) remember(offsets, active, bytes, shape);
  return true;
}

u32 count_sectors(const LaneOffsets& offsets, u32 active) {
  const Span span = span_of(offsets, active);
  const u64 first = span.least / sector_bytes;
  if (span.most / sector_bytes - first < 64) {
    u64 touched = 0;
    each_lane(active, [&](std::size_t lane) { touched |= u64{1} << (offsets[lane] / sector_bytes - first); });
    return static_cast<u32>(std::popcount(touched));
  }
  KeyCounts seen;
  u32 sectors = 0;
  each_lane(active, [&](std::size_t lane) { sectors += seen.add(offsets[lane] / sector_bytes) == 1; });
  return sectors;
}

u32 most_on_one_address(const LaneOffsets& offsets, u32 active) {
  const Span span = span_of(offsets, active);
  u32 most = 0;
  if (span.most - span.least < 1024) {
    std::array<u8, 1024> lanes{};
    each_lane(active, [&](std::size_t lane) { most = std::max<u32>(most, ++lanes[offsets[lane] - span.least]); });
    return most;
  }
  KeyCounts seen;
  each_lane(active, [&](std::size_t lane) { most = std::max(most, seen.add(offsets[lane])); });
  return most;
}

u32 count_conflicts(const LaneOffsets& offsets, u32 active, u32 bytes) {
  const u32 words = std::max(bytes / bank_bytes, 1u), lanes_per_part = warp_size / words;
  const Span span = span_of(offsets, active);
  if (words == 1 && span.most / bank_bytes - span.least / bank_bytes < banks) return 0;  // no bank has two words
  u32 extra = 0;
  for (u32 first = 0; first < warp_size; first += lanes_per_part) {
    const u32 part = active & (lanes_per_part == warp_size ? all_lanes : ((1u << lanes_per_part) - 1) << first);
    std::array<u64, banks> word_of;  // first word seen in each bank
    std::array<u8, banks> ways{};
    u8 most = 1;
    KeyCounts others;  // words beyond the first of their bank
    each_lane(part, [&](std::size_t lane) {
      const u64 word = offsets[lane] / bank_bytes;
      const std::size_t bank = word % banks;
      if (ways[bank] == 0) {
        ways[bank] = 1;
        word_of[bank] = word;
      } else if (word_of[bank] != word && others.add(word) == 1) {
        most = std::max(most, ++ways[bank]);
      }
    });
    extra += most - 1u;
  }
  return extra;
}

}  // namespace warplens::simt::WARPLENS_ISA
