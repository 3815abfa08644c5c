#include "simt/execute/lanes.h"

// Loads, stores and atomics: values between memory and rows, lane by lane.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::AtomicOp;
using ptx::Type;

template <typename S>
S value_at(const std::byte* place) {
  S value;
  std::memcpy(&value, place, sizeof value);
  return value;
}

template <typename D, typename S>
void load_lanes(const std::byte* base, const LaneOffsets& offsets, std::byte* row, u32 active, Pattern pattern) {
  if (pattern.side_by_side) {
    const std::byte* memory = base + offsets[0];
    WARPLENS_LANES(lane) put<D>(row, lane, static_cast<D>(value_at<S>(memory + lane * static_cast<int>(sizeof(S)))));
  } else if ((pattern.runs | pattern.repeats) == 0xf) {
    for (u32 q = 0; q < 4; ++q, row += 8 * sizeof(Cell<D>)) {
      const std::byte* memory = base + offsets[8 * q];
      if (pattern.repeats >> q & 1) {
        const D value = static_cast<D>(value_at<S>(memory));
        for (int lane = 0; lane < 8; ++lane) put<D>(row, lane, value);
      } else {
        for (int lane = 0; lane < 8; ++lane)
          put<D>(row, lane, static_cast<D>(value_at<S>(memory + lane * static_cast<int>(sizeof(S)))));
      }
    }
  } else if (active == all_lanes) {
    WARPLENS_LANES(lane) put<D>(row, lane, static_cast<D>(value_at<S>(base + offsets[static_cast<std::size_t>(lane)])));
  } else {
    each_lane(active,
              [&](std::size_t lane) { put<D>(row, static_cast<int>(lane), static_cast<D>(value_at<S>(base + offsets[lane]))); });
  }
}

template <typename D, typename S>
void store_lanes(std::byte* base, const LaneOffsets& offsets, const std::byte* row, u32 active, Pattern pattern) {
  if (pattern.side_by_side) {
    std::byte* memory = base + offsets[0];
    WARPLENS_LANES(lane) {
      const S value = static_cast<S>(get<D>(row, lane));
      std::memcpy(memory + lane * static_cast<int>(sizeof(S)), &value, sizeof(S));
    }
  } else {
    each_lane(active, [&](std::size_t lane) {  // upwards: of lanes that store to one address, the highest wins
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

struct AddOp {
  template <typename T>
  static T apply(T old, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return canonical(old + b);
    else
      return old + b;
  }
};
struct MinOp {
  template <typename T>
  static T apply(T old, T b) {
    return b < old ? b : old;
  }
};
struct MaxOp {
  template <typename T>
  static T apply(T old, T b) {
    return b > old ? b : old;
  }
};
struct IncrementOp {
  static u32 apply(u32 old, u32 b) { return old >= b ? 0 : old + 1; }
};
struct DecrementOp {
  static u32 apply(u32 old, u32 b) { return old == 0 || old > b ? b : old - 1; }
};
struct AndOp {
  template <typename T>
  static T apply(T old, T b) {
    return old & b;
  }
};
struct OrOp {
  template <typename T>
  static T apply(T old, T b) {
    return old | b;
  }
};
struct XorOp {
  template <typename T>
  static T apply(T old, T b) {
    return old ^ b;
  }
};
struct ExchangeOp {
  template <typename T>
  static T apply(T, T b) {
    return b;
  }
};

template <typename T>
u64 bits_of(T value) {
  if constexpr (std::is_floating_point_v<T>)
    return std::bit_cast<Cell<T>>(value);
  else
    return static_cast<std::make_unsigned_t<T>>(value);
}

/// cas: b is compared with, c is put.
struct CompareAndSwap {
  template <typename T>
  static T apply(T old, T b, T c) {
    return old == b ? c : old;
  }
};

template <typename F, typename T>
void atomic_lanes(std::byte* base, const LaneOffsets& offsets, const std::byte* b, const std::byte* c, u32 active,
                  LaneOffsets& old, LaneOffsets& now) {
  each_lane(active, [&](std::size_t at) {
    const auto lane = static_cast<int>(at);
    std::byte* const place = base + offsets[at];
    const T before = value_at<T>(place);
    T after;
    if constexpr (std::is_same_v<F, CompareAndSwap>)
      after = F::apply(before, get<T>(b, lane), get<T>(c, lane));
    else
      after = F::apply(before, get<T>(b, lane));
    std::memcpy(place, &after, sizeof after);
    old[at] = bits_of(before);
    now[at] = bits_of(after);
  });
}

template <typename F>
AtomicLanes of_bits_type(Type type) {
  switch (ptx::bits(type)) {
    case 32:
      return &atomic_lanes<F, u32>;
    case 64:
      return &atomic_lanes<F, u64>;
    default:
      return nullptr;
  }
}

template <typename F>
AtomicLanes of_ordered_type(Type type) {
  switch (type) {
    case Type::u32:
      return &atomic_lanes<F, u32>;
    case Type::s32:
      return &atomic_lanes<F, s32>;
    case Type::u64:
      return &atomic_lanes<F, u64>;
    case Type::s64:
      return &atomic_lanes<F, s64>;
    default:
      return nullptr;
  }
}

AtomicLanes adding(Type type) {
  switch (type) {
    case Type::u32:
    case Type::s32:
      return &atomic_lanes<AddOp, u32>;
    case Type::u64:
    case Type::s64:
      return &atomic_lanes<AddOp, u64>;
    case Type::f32:
      return &atomic_lanes<AddOp, f32>;
    case Type::f64:
      return &atomic_lanes<AddOp, f64>;
    default:
      return nullptr;
  }
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

AtomicLanes select_atomic(AtomicOp operation, Type type) {
  switch (operation) {
    case AtomicOp::add:
      return adding(type);
    case AtomicOp::min:
      return of_ordered_type<MinOp>(type);
    case AtomicOp::max:
      return of_ordered_type<MaxOp>(type);
    case AtomicOp::inc:
      return type == Type::u32 ? &atomic_lanes<IncrementOp, u32> : nullptr;
    case AtomicOp::dec:
      return type == Type::u32 ? &atomic_lanes<DecrementOp, u32> : nullptr;
    case AtomicOp::and_:
      return of_bits_type<AndOp>(type);
    case AtomicOp::or_:
      return of_bits_type<OrOp>(type);
    case AtomicOp::xor_:
      return of_bits_type<XorOp>(type);
    case AtomicOp::exch:
      return of_bits_type<ExchangeOp>(type);
    case AtomicOp::cas:
      switch (ptx::bits(type)) {
        case 16:
          return &atomic_lanes<CompareAndSwap, u16>;
        case 32:
          return &atomic_lanes<CompareAndSwap, u32>;
        case 64:
          return &atomic_lanes<CompareAndSwap, u64>;
        default:
          return nullptr;
      }
    case AtomicOp::none:
      break;
  }
  return nullptr;
}

}  // namespace warplens::simt::WARPLENS_ISA
