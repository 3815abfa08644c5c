#include "simt/code/execute/extreme.h"
#include "simt/code/execute/half.h"

// Atomics: combine memory with rows, lane by lane.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::AtomicOp;
using ptx::Type;

struct AddOp {
  template <typename T>
  static T apply(T old, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return canonical(old + b);
    else
      return old + b;
  }
};
/// On global memory subnormal inputs and results are flushed (PTX ISA, "atom").
struct AddFlushed {
  static f32 apply(f32 old, f32 b) { return flushed(canonical(flushed(old) + flushed(b))); }
};
/// .noftz: half precision, rounded once.
template <typename F>
struct AddHalf {
  static u16 apply(u16 old, u16 b) { return static_cast<u16>(narrowed<F>(sum_to_odd(widened<F>(old), widened<F>(b)))); }
};
template <typename F>
struct AddHalves {
  static u32 apply(u32 old, u32 b) {
    const u16 low = AddHalf<F>::apply(static_cast<u16>(old), static_cast<u16>(b));
    const u16 high = AddHalf<F>::apply(static_cast<u16>(old >> 16), static_cast<u16>(b >> 16));
    return u32{high} << 16 | low;
  }
};
/// min, max of half precision, in vectors only.
template <typename F, bool smaller>
struct ExtremeHalf {
  static u16 apply(u16 old, u16 b) {
    return static_cast<u16>(narrowed<F>(Extreme<smaller, false>::apply(widened<F>(old), widened<F>(b))));
  }
};
template <typename F, bool smaller>
struct ExtremeHalves {
  static u32 apply(u32 old, u32 b) {
    using Half = ExtremeHalf<F, smaller>;
    const u16 low = Half::apply(static_cast<u16>(old), static_cast<u16>(b));
    return u32{Half::apply(static_cast<u16>(old >> 16), static_cast<u16>(b >> 16))} << 16 | low;
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

/// cas: compares with b, stores c.
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

template <typename F, bool smaller>
AtomicLanes of_ordered_type(Type type) {
  switch (type) {
    case Type::f16:
      return &atomic_lanes<ExtremeHalf<Half, smaller>, u16>;
    case Type::bf16:
      return &atomic_lanes<ExtremeHalf<Brain, smaller>, u16>;
    case Type::f16x2:
      return &atomic_lanes<ExtremeHalves<Half, smaller>, u32>;
    case Type::bf16x2:
      return &atomic_lanes<ExtremeHalves<Brain, smaller>, u32>;
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

AtomicLanes adding(Type type, bool in_global) {
  switch (type) {
    case Type::u32:
    case Type::s32:
      return &atomic_lanes<AddOp, u32>;
    case Type::u64:
    case Type::s64:
      return &atomic_lanes<AddOp, u64>;
    case Type::f32:
      return in_global ? &atomic_lanes<AddFlushed, f32> : &atomic_lanes<AddOp, f32>;
    case Type::f64:
      return &atomic_lanes<AddOp, f64>;
    case Type::f16:
      return &atomic_lanes<AddHalf<Half>, u16>;
    case Type::bf16:
      return &atomic_lanes<AddHalf<Brain>, u16>;
    case Type::f16x2:
      return &atomic_lanes<AddHalves<Half>, u32>;
    case Type::bf16x2:
      return &atomic_lanes<AddHalves<Brain>, u32>;
    default:
      return nullptr;
  }
}

}  // namespace

AtomicLanes select_atomic(AtomicOp operation, Type type, bool in_global) {
  switch (operation) {
    case AtomicOp::add:
      return adding(type, in_global);
    case AtomicOp::min:
      return of_ordered_type<MinOp, true>(type);
    case AtomicOp::max:
      return of_ordered_type<MaxOp, false>(type);
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
