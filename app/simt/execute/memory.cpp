#include "simt/execute/lanes.h"

// The lanes' side of loads, stores and atomics: addresses, range checks, and moving values between memory and rows.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::AtomicOp;
using ptx::Type;

template <typename D, typename S>
void load_lanes(const std::byte* base, const LaneOffsets& offsets, std::byte* row, u32 active, bool side_by_side) {
  if (side_by_side) {
    const std::byte* memory = base + offsets[0];
    WARPLENS_LANES(lane) {
      S value;
      std::memcpy(&value, memory + lane * sizeof(S), sizeof(S));
      put<D>(row, lane, static_cast<D>(value));
    }
  } else {
    for (u32 rest = active; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      S value;
      std::memcpy(&value, base + offsets[static_cast<std::size_t>(lane)], sizeof(S));
      put<D>(row, lane, static_cast<D>(value));
    }
  }
}

template <typename D, typename S>
void store_lanes(std::byte* base, const LaneOffsets& offsets, const std::byte* row, u32 active, bool side_by_side) {
  if (side_by_side) {
    std::byte* memory = base + offsets[0];
    WARPLENS_LANES(lane) {
      const S value = static_cast<S>(get<D>(row, lane));
      std::memcpy(memory + lane * sizeof(S), &value, sizeof(S));
    }
  } else {
    for (u32 rest = active; rest != 0; rest &= rest - 1) {  // upwards: of lanes that store to one address, the highest wins
      const int lane = std::countr_zero(rest);
      const S value = static_cast<S>(get<D>(row, lane));
      std::memcpy(base + offsets[static_cast<std::size_t>(lane)], &value, sizeof(S));
    }
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
T of_bits(u64 bits) {
  if constexpr (std::is_floating_point_v<T>)
    return std::bit_cast<T>(static_cast<Cell<T>>(bits));
  else
    return static_cast<T>(bits);
}

template <typename F, typename T>
u64 atomic_lane(std::byte* place, u64 b, u64) {
  T old;
  std::memcpy(&old, place, sizeof(T));
  const T result = F::apply(old, of_bits<T>(b));
  std::memcpy(place, &result, sizeof(T));
  Cell<T> bits = 0;
  std::memcpy(&bits, &old, sizeof(T));
  return bits;
}

template <typename T>
u64 compare_and_swap(std::byte* place, u64 b, u64 c) {
  T old;
  std::memcpy(&old, place, sizeof(T));
  if (old == static_cast<T>(b)) {
    const T result = static_cast<T>(c);
    std::memcpy(place, &result, sizeof(T));
  }
  return old;
}

template <typename F>
AtomicLane of_bits_type(Type type) {
  switch (ptx::bits(type)) {
    case 32:
      return &atomic_lane<F, u32>;
    case 64:
      return &atomic_lane<F, u64>;
    default:
      return nullptr;
  }
}

template <typename F>
AtomicLane of_ordered_type(Type type) {
  switch (type) {
    case Type::u32:
      return &atomic_lane<F, u32>;
    case Type::s32:
      return &atomic_lane<F, s32>;
    case Type::u64:
      return &atomic_lane<F, u64>;
    case Type::s64:
      return &atomic_lane<F, s64>;
    default:
      return nullptr;
  }
}

AtomicLane adding(Type type) {
  switch (type) {
    case Type::u32:
    case Type::s32:
      return &atomic_lane<AddOp, u32>;
    case Type::u64:
    case Type::s64:
      return &atomic_lane<AddOp, u64>;
    case Type::f32:
      return &atomic_lane<AddOp, f32>;
    case Type::f64:
      return &atomic_lane<AddOp, f64>;
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

AtomicLane select_atomic(AtomicOp operation, Type type) {
  switch (operation) {
    case AtomicOp::add:
      return adding(type);
    case AtomicOp::min:
      return of_ordered_type<MinOp>(type);
    case AtomicOp::max:
      return of_ordered_type<MaxOp>(type);
    case AtomicOp::inc:
      return type == Type::u32 ? &atomic_lane<IncrementOp, u32> : nullptr;
    case AtomicOp::dec:
      return type == Type::u32 ? &atomic_lane<DecrementOp, u32> : nullptr;
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
          return &compare_and_swap<u16>;
        case 32:
          return &compare_and_swap<u32>;
        case 64:
          return &compare_and_swap<u64>;
        default:
          return nullptr;
      }
    case AtomicOp::none:
      break;
  }
  return nullptr;
}

void addresses(const Frame& frame, Row row, bool wide, std::int64_t offset, LaneOffsets& out) {
  const u64 added = static_cast<u64>(offset);
  if (row == no_row) {
    WARPLENS_LANES(lane) out[static_cast<std::size_t>(lane)] = added;
    return;
  }
  const std::byte* source = frame.source(row);
  if (wide) {
    WARPLENS_LANES(lane) out[static_cast<std::size_t>(lane)] = get<u64>(source, lane) + added;
  } else {
    WARPLENS_LANES(lane) out[static_cast<std::size_t>(lane)] = static_cast<u32>(get<u32>(source, lane) + static_cast<u32>(added));
  }
}

Located locate(LaneOffsets& offsets, const Window& window, u32 bytes, u32 active) {
  if (window.size < bytes) return {};
  // Offsets past the end are caught by the unsigned comparison, those before the start because they wrap around.
  const u64 base = window.base, last = window.size - bytes, alignment = bytes - 1;
  u64 bad = 0;
  if (active == all_lanes) {
    const u64 first = offsets[0] - base;
    u64 apart = 0;
    WARPLENS_LANES(lane) {
      const u64 offset = offsets[static_cast<std::size_t>(lane)] - base;
      offsets[static_cast<std::size_t>(lane)] = offset;
      bad |= static_cast<u64>(offset > last) | (offset & alignment);
      apart |= offset ^ (first + static_cast<u64>(lane) * bytes);
    }
    return {bad == 0, apart == 0};
  }
  WARPLENS_LANES(lane) {
    const u64 offset = offsets[static_cast<std::size_t>(lane)] - base;
    offsets[static_cast<std::size_t>(lane)] = offset;
    const u64 wrong = static_cast<u64>(offset > last) | (offset & alignment);
    bad |= active >> lane & 1 ? wrong : 0;
  }
  return {bad == 0, false};
}

}  // namespace warplens::simt::WARPLENS_ISA
