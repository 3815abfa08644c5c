#include "simt/code/execute/lanes.h"

// Loads and stores: move values between memory and rows, lane by lane.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::Type;

/// Cells of eight lanes. A row is written and read in whole vectors: a vector read soon after narrower writes would wait for
/// them.
template <typename D>
using EightCells [[gnu::vector_size(8 * sizeof(Cell<D>))]] = Cell<D>;

/// The same value for eight lanes.
template <typename D, typename S>
[[gnu::always_inline]] inline void load_repeated(const std::byte* memory, std::byte* row) {
  const EightCells<D> cells = static_cast<Cell<D>>(static_cast<D>(value_at<S>(memory))) - EightCells<D>{};
  std::memcpy(row, &cells, sizeof cells);
}

/// Consecutive values for eight lanes.
template <typename D, typename S>
[[gnu::always_inline]] inline void load_run(const std::byte* memory, std::byte* row) {
  using Values [[gnu::vector_size(8 * sizeof(S))]] = S;
  Values values;
  std::memcpy(&values, memory, sizeof values);
  const EightCells<D> cells = __builtin_convertvector(values, EightCells<D>);
  std::memcpy(row, &cells, sizeof cells);
}

template <typename D, typename S>
void load_lanes(const std::byte* base, const LaneOffsets& offsets, std::byte* row, u32 active, LaneLayout layout) {
  if (layout.consecutive) {
    const std::byte* memory = base + offsets[0];
    WARPLENS_LANES(lane) put<D>(row, lane, static_cast<D>(value_at<S>(memory + lane * static_cast<int>(sizeof(S)))));
  } else if (layout.repeats == 0xf) {
    for (u32 q = 0; q < 4; ++q, row += 8 * sizeof(Cell<D>)) load_repeated<D, S>(base + offsets[8 * q], row);
  } else if (layout.runs == 0xf) {
    for (u32 q = 0; q < 4; ++q, row += 8 * sizeof(Cell<D>)) load_run<D, S>(base + offsets[8 * q], row);
  } else if ((layout.runs | layout.repeats) == 0xf) {
    for (u32 q = 0; q < 4; ++q, row += 8 * sizeof(Cell<D>)) {
      if (layout.repeats >> q & 1)
        load_repeated<D, S>(base + offsets[8 * q], row);
      else
        load_run<D, S>(base + offsets[8 * q], row);
    }
  } else if (active == all_lanes) {
    WARPLENS_LANES(lane) put<D>(row, lane, static_cast<D>(value_at<S>(base + offsets[static_cast<std::size_t>(lane)])));
  } else {
    each_lane(active,
              [&](std::size_t lane) { put<D>(row, static_cast<int>(lane), static_cast<D>(value_at<S>(base + offsets[lane]))); });
  }
}

template <typename D, typename S>
void store_lanes(std::byte* base, const LaneOffsets& offsets, const std::byte* row, u32 active, LaneLayout layout) {
  if (layout.consecutive) {
    std::byte* memory = base + offsets[0];
    WARPLENS_LANES(lane) {
      const S value = static_cast<S>(get<D>(row, lane));
      std::memcpy(memory + lane * static_cast<int>(sizeof(S)), &value, sizeof(S));
    }
  } else {
    each_lane(active, [&](std::size_t lane) {  // in ascending order: of lanes that store to one address, the highest wins
      const S value = static_cast<S>(get<D>(row, static_cast<int>(lane)));
      std::memcpy(base + offsets[lane], &value, sizeof(S));
    });
  }
}

template <typename S>
LoadLanes load_as(int register_bytes) {
  using Narrow = std::conditional_t<std::is_signed_v<S>, s32, u32>;
  using Broad = std::conditional_t<std::is_signed_v<S>, s64, u64>;
  if (register_bytes == 8) return &load_lanes<Broad, S>;
  if constexpr (sizeof(S) <= 4)
    return &load_lanes<Narrow, S>;
  else
    return nullptr;
}

template <typename S>
StoreLanes store_as(int register_bytes) {
  if (register_bytes == 8) return &store_lanes<u64, S>;
  if constexpr (sizeof(S) <= 4)
    return &store_lanes<u32, S>;
  else
    return nullptr;
}

}  // namespace

LoadLanes select_load(Type type, int register_bytes) {
  switch (type) {
    case Type::b8:
    case Type::u8:
      return load_as<u8>(register_bytes);
    case Type::s8:
      return load_as<s8>(register_bytes);
    case Type::b16:
    case Type::u16:
      return load_as<u16>(register_bytes);
    case Type::s16:
      return load_as<s16>(register_bytes);
    case Type::b32:
    case Type::f32:
    case Type::u32:
      return load_as<u32>(register_bytes);
    case Type::s32:
      return load_as<s32>(register_bytes);
    case Type::b64:
    case Type::f64:
    case Type::u64:
    case Type::s64:
      return load_as<u64>(register_bytes);
    default:
      return nullptr;
  }
}

StoreLanes select_store(Type type, int register_bytes) {
  switch (ptx::bits(type)) {
    case 8:
      return store_as<u8>(register_bytes);
    case 16:
      return store_as<u16>(register_bytes);
    case 32:
      return store_as<u32>(register_bytes);
    case 64:
      return store_as<u64>(register_bytes);
    default:
      return nullptr;
  }
}

}  // namespace warplens::simt::WARPLENS_ISA
