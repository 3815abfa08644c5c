#include <algorithm>

#include "simt/code/execute/lanes.h"
#include "simt/code/memory/sectors.h"

// Memory requests of a warp: the addresses of its lanes, their validity, and the lines, bank conflicts and atomics on one
// address.

namespace warplens::simt::WARPLENS_ISA {
namespace {

constexpr u32 bank_bytes = 4, banks = 32;

/// A small open-addressed table of the keys of one warp request, each with a number, at first 0.
class KeyPlaces {
 public:
  u8& of(u64 key) {
    u32 at = static_cast<u32>((key * 0x9e3779b97f4a7c15u) >> 58);
    while (used_[at] && keys_[at] != key) at = (at + 1) % size;
    used_[at] = true;
    keys_[at] = key;
    return numbers_[at];
  }

 private:
  static constexpr u32 size = 64;  // twice the number of lanes, so that it is never full
  std::array<u64, size> keys_;
  std::array<bool, size> used_{};
  std::array<u8, size> numbers_{};
};

/// How often each key has been added.
class KeyCounts {
 public:
  /// How often `key` has been added, including this time.
  u32 add(u64 key) { return ++places_.of(key); }

 private:
  KeyPlaces places_;
};

struct Span {
  u64 least = ~u64{0}, most = 0;
};

Span span_of(const LaneOffsets& offsets, u32 active) {
  Span span;
  if (active == all_lanes) {  // without branches, so that compilers use vector instructions
    for (const u64 offset : offsets) {
      span.least = std::min(span.least, offset);
      span.most = std::max(span.most, offset);
    }
    return span;
  }
  each_lane(active, [&](std::size_t lane) {
    span.least = std::min(span.least, offsets[lane]);
    span.most = std::max(span.most, offsets[lane]);
  });
  return span;
}

/// Classifies lanes 8q to 8q + 7 together: consecutive addresses, or equal ones.
LaneLayout layout_of(const LaneOffsets& offsets, u32 bytes) {
  LaneLayout layout;
  u64 whole = 0;
  for (u32 q = 0; q < 4; ++q) {
    u64 run = 0, repeat = 0;
    for (u32 lane = 8 * q; lane < 8 * q + 8; ++lane) {
      run |= offsets[lane] ^ (offsets[8 * q] + (lane - 8 * q) * bytes);
      repeat |= offsets[lane] ^ offsets[8 * q];
      whole |= offsets[lane] ^ (offsets[0] + lane * bytes);
    }
    layout.runs |= static_cast<u8>((run == 0) << q);
    layout.repeats |= static_cast<u8>((repeat == 0) << q);
  }
  layout.consecutive = whole == 0;
  return layout;
}

/// Whether the active lanes have the same relative addresses as in `pattern`, with the lowest at `lowest`.
template <bool whole, typename T>
bool is_alike(const std::byte* row, T lowest, u32 active, const std::array<T, warp_size>& from_lowest) {
  T differs = 0;
  WARPLENS_LANES(lane) {
    const T difference = static_cast<T>(get<T>(row, lane) - lowest) ^ from_lowest[static_cast<std::size_t>(lane)];
    differs |= whole ? difference : difference & (T{0} - (active >> lane & 1));
  }
  return differs == 0;
}

template <typename T>
bool is_alike(const std::byte* row, T lowest, u32 active, const std::array<T, warp_size>& from_lowest) {
  return active == all_lanes ? is_alike<true>(row, lowest, active, from_lowest)
                             : is_alike<false>(row, lowest, active, from_lowest);
}

/// Sets AccessPattern::ranges.
void find_ranges(u32 active, AccessPattern& pattern) {
  pattern.range_count = 0;
  u32 count = 0;
  for (u32 rest = active; rest != 0; rest &= rest - 1) {
    const u64 distance = pattern.from_lowest[static_cast<std::size_t>(std::countr_zero(rest))];
    if (count == 0 || distance > pattern.ranges[count - 1][1] + sector_bytes)
      pattern.ranges[count++] = {distance, distance};
    else if (distance >= pattern.ranges[count - 1][0])
      pattern.ranges[count - 1][1] = std::max(pattern.ranges[count - 1][1], distance);
    else
      return;
  }
  pattern.range_count = static_cast<u8>(count);
  pattern.in_sector = 0;
  for (u32 range = 0; range < count; ++range) {
    const auto [first, last] = pattern.ranges[range];
    pattern.in_sector = std::max(pattern.in_sector, static_cast<u8>(std::max(first % sector_bytes, last % sector_bytes)));
  }
}

/// The lowest address; stores the pattern of these addresses in `pattern`. Rarely needed, so it is not inlined.
[[gnu::noinline]] u64 remember(const Frame& frame, const Decoded& instruction, u32 active, AccessPattern& pattern) {
  LaneOffsets asked;
  addresses(frame, instruction, asked);
  const Span span = span_of(asked, active);
  pattern.active = active;
  pattern.max_on_one = 0;
  pattern.passes.fill(0);
  pattern.lines_from = 255;
  pattern.lines_to = 0;
  const u64 bytes = u64{instruction.bytes} * instruction.vector;
  pattern.reach = span.most - span.least + bytes;
  if (pattern.reach < bytes) pattern.reach = ~u64{0};
  pattern.first = asked[static_cast<std::size_t>(std::countr_zero(active))] - span.least;
  WARPLENS_LANES(lane) {
    const auto l = static_cast<std::size_t>(lane);
    pattern.from_lowest[l] = (active >> lane & 1) != 0 ? asked[l] - span.least : 0;
    pattern.narrow[l] = static_cast<u32>(pattern.from_lowest[l]);
  }
  if (instruction.space != ptx::Space::shared) find_ranges(active, pattern);
  pattern.low_bits = 0;
  for (const u64 distance : pattern.from_lowest) pattern.low_bits |= distance;
  pattern.layout = active == all_lanes ? layout_of(pattern.from_lowest, static_cast<u32>(bytes)) : LaneLayout{};
  return span.least;
}

}  // namespace

void addresses(const Frame& frame, const Decoded& instruction, LaneOffsets& out) {
  const Row row = instruction.operands[address_slot];
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

u64 lowest_address(const Frame& frame, const Decoded& instruction, u32 active, AccessPattern& pattern) {
  const Row row = instruction.operands[address_slot];
  const u64 added = static_cast<u64>(instruction.offset);
  if (pattern.active == active) {
    if (row == no_row) return added;
    const std::byte* source = frame.source(row);
    const int first = std::countr_zero(active);
    if (instruction.address_wide) {
      const u64 lowest = get<u64>(source, first) - pattern.first;
      if (is_alike(source, lowest, active, pattern.from_lowest)) return lowest + added;
    } else {
      const u32 lowest = get<u32>(source, first) - static_cast<u32>(pattern.first);
      if (is_alike(source, lowest, active, pattern.narrow)) return static_cast<u32>(lowest + static_cast<u32>(added));
    }
  }
  return remember(frame, instruction, active, pattern);
}

void find_lines(const LaneOffsets& offsets, u64 start, u32 active, RequestLines& lines) {
  lines.count = lines.sectors = 0;
  u64 sectors = 0, together = 0;
  WARPLENS_LANES(lane) {
    const u64 offset = start + offsets[static_cast<std::size_t>(lane)], runs = active >> lane & 1;
    together |= offset & (u64{0} - runs);
    sectors |= runs << (offset / sector_bytes & 63);
  }
  if (together / sector_bytes < 64) {  // a few lines: their sectors are the bits of one number
    lines.sectors = static_cast<u32>(std::popcount(sectors));
    for (u32 line = 0; sectors != 0; ++line, sectors >>= 4) {
      if ((sectors & all_sectors) == 0) continue;
      lines.line[lines.count] = line;
      lines.touched[lines.count++] = static_cast<u8>(sectors & all_sectors);
    }
    return;
  }
  const Span span = span_of(offsets, active);
  if ((start + span.most) / line_bytes < 32) {
    std::array<u8, 32> touched{};
    each_lane(active, [&](std::size_t lane) {
      const u64 sector = (start + offsets[lane]) / sector_bytes;
      touched[sector / 4] |= static_cast<u8>(1u << sector % 4);
    });
    const auto last = static_cast<u32>((start + span.most) / line_bytes);
    for (u32 line = static_cast<u32>((start + span.least) / line_bytes); line <= last; ++line) {
      if (touched[line] == 0) continue;
      lines.line[lines.count] = line;
      lines.touched[lines.count++] = touched[line];
      lines.sectors += static_cast<u32>(std::popcount(touched[line]));
    }
    return;
  }
  KeyPlaces places;
  each_lane(active, [&](std::size_t lane) {
    const u64 sector = (start + offsets[lane]) / sector_bytes, line = sector / 4;
    u8& place = places.of(line);
    if (place == 0) {
      lines.line[lines.count] = static_cast<u32>(line);
      lines.touched[lines.count] = 0;
      place = static_cast<u8>(++lines.count);
    }
    lines.touched[place - 1u] |= static_cast<u8>(1u << sector % 4);
  });
  for (u32 i = 0; i < lines.count; ++i) lines.sectors += static_cast<u32>(std::popcount(lines.touched[i]));
}

u32 max_on_one_address(const LaneOffsets& offsets, u32 active) {
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

u32 count_conflicts(const LaneOffsets& offsets, u64 start, u32 active, u32 bytes) {
  const u32 words = std::max(bytes / bank_bytes, 1u), lanes_per_part = warp_size / words;
  const Span span = span_of(offsets, active);
  if (words == 1 && (start + span.most) / bank_bytes - (start + span.least) / bank_bytes < banks)
    return 0;  // no bank is used for two words
  u32 extra = 0;
  for (u32 first = 0; first < warp_size; first += lanes_per_part) {
    const u32 part = active & (lanes_per_part == warp_size ? all_lanes : ((1u << lanes_per_part) - 1) << first);
    std::array<u64, banks> word_of;  // first word seen in each bank
    std::array<u8, banks> ways{};
    u8 most = 1;
    KeyCounts others;  // words in a bank after its first
    each_lane(part, [&](std::size_t lane) {
      const u64 word = (start + offsets[lane]) / bank_bytes;
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
