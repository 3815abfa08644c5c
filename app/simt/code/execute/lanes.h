#pragma once

#include <bit>
#include <cfenv>
#include <cmath>
#include <type_traits>
#include <utility>

#include "simt/code/execute/operation.h"
#include "simt/code/execute/rounding.h"

// Loops over the 32 lanes of a warp, written so that compilers vectorise them.

#if defined(__clang__)
#define WARPLENS_LANES(lane) for (int lane = 0; lane < warp_size; ++lane)
#else
// A destination row is either one of the source rows or disjoint from them, so lanes never depend on each other.
#define WARPLENS_LANES(lane) _Pragma("GCC ivdep") for (int lane = 0; lane < warp_size; ++lane)
#endif

namespace warplens::simt::WARPLENS_ISA {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;
using f32 = float;
using f64 = double;

/// Bytes of a lane of type T in a row: 4, or 8 for 64-bit types.
template <typename T>
using Cell = std::conditional_t<sizeof(T) == 8, u64, u32>;

/// A value in memory, at any alignment.
template <typename S>
inline S value_at(const std::byte* place) {
  S value;
  std::memcpy(&value, place, sizeof value);
  return value;
}

template <typename T>
inline T get(const std::byte* row, int lane) {
  Cell<T> cell;
  std::memcpy(&cell, row + lane * sizeof cell, sizeof cell);
  if constexpr (std::is_floating_point_v<T>) {
    return std::bit_cast<T>(cell);
  } else {
    return static_cast<T>(cell);
  }
}

/// What a lane holds of a value: an integer narrower than its cell is extended, by its sign if it has one.
template <typename T>
inline Cell<T> cell_of(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::bit_cast<Cell<T>>(value);
  } else {
    return static_cast<Cell<T>>(value);
  }
}

template <typename T>
inline void put(std::byte* row, int lane, T value) {
  const Cell<T> cell = cell_of(value);
  std::memcpy(row + lane * sizeof cell, &cell, sizeof cell);
}

/// Write `value(lane)` to the active lanes of a row. The others keep all bits of their cells, which may be wider than D.
template <typename D, typename Value>
inline void fill(std::byte* row, u32 active, Value value) {
  if (active == all_lanes) {
    WARPLENS_LANES(lane) put<D>(row, lane, value(lane));
  } else {
    WARPLENS_LANES(lane) {
      const Cell<D> result = cell_of<D>(value(lane)), old = get<Cell<D>>(row, lane);
      put<Cell<D>>(row, lane, active >> lane & 1 ? result : old);
    }
  }
}

/// Predicate bits of `value(lane)`.
template <typename Value>
inline u32 gather_bits(Value value) {
  u32 bits[warp_size], all = 0;
  WARPLENS_LANES(lane) bits[lane] = static_cast<u32>(value(lane)) << lane;
  for (u32 bit : bits) all |= bit;
  return all;
}

template <typename F, typename D, typename... S, std::size_t... I>
inline void map_rows(const Frame& frame, const Decoded& instruction, u32 active, std::index_sequence<I...>) {
  const std::byte* sources[] = {frame.source(instruction.operands[1 + I])...};
  fill<D>(frame.destination(instruction.operands[0]), active,
          [&](int lane) { return static_cast<D>(F::apply(get<S>(sources[I], lane)...)); });
}

/// destination = F(sources…), lane by lane.
template <typename F, typename D, typename... S>
void map(const Frame& frame, const Decoded& instruction, u32 active) {
  map_rows<F, D, S...>(frame, instruction, active, std::index_sequence_for<S...>{});
}

/// Like map(), in the rounding mode given by `immediate` (an FE_ constant).
template <typename F, typename D, typename... S>
void map_rounded(const Frame& frame, const Decoded& instruction, u32 active) {
  const RoundingMode mode(static_cast<int>(instruction.immediate));
  map_rows<F, D, S...>(frame, instruction, active, std::index_sequence_for<S...>{});
}

/// Operation destination = F(sources…), each operand's row sized by its type.
template <typename F, typename D, typename... S>
Operation mapped() {
  return {&map<F, D, S...>, {sizeof(Cell<D>), sizeof(Cell<S>)...}};
}

inline int rounding_mode(ptx::Rounding rounding) {
  switch (rounding) {
    case ptx::Rounding::rz:
      return FE_TOWARDZERO;
    case ptx::Rounding::rm:
      return FE_DOWNWARD;
    case ptx::Rounding::rp:
      return FE_UPWARD;
    default:
      return FE_TONEAREST;
  }
}

/// Like mapped(), for a floating-point operation with the instruction's rounding mode.
template <typename F, typename D, typename... S>
Operation rounded(ptx::Rounding rounding) {
  const int mode = rounding_mode(rounding);
  if (mode == FE_TONEAREST) return mapped<F, D, S...>();
  return {&map_rounded<F, D, S...>, {sizeof(Cell<D>), sizeof(Cell<S>)...}, static_cast<u64>(mode)};
}

/// Make a NaN result canonical: 0x7fffffff for f32 (PTX ISA); for f64, where the ISA leaves it open, the quiet NaN.
inline f32 canonical(f32 x) { return x != x ? std::bit_cast<f32>(0x7fffffffu) : x; }
inline f64 canonical(f64 x) { return x != x ? std::bit_cast<f64>(u64{0x7ff8000000000000u}) : x; }

/// Subnormal f32 → zero of the same sign (.ftz).
inline f32 flushed(f32 x) {
  const u32 bits = std::bit_cast<u32>(x);
  return std::bit_cast<f32>((bits & 0x7f800000u) == 0 ? bits & 0x80000000u : bits);
}

/// .sat: clamp to [0, 1], NaN to +0.
template <typename T>
inline T saturated(T x) {
  return x > T{0} ? (x < T{1} ? x : T{1}) : T{0};
}

/// F on f32 with .ftz and .sat.
template <typename F, bool ftz, bool sat>
struct Modified {
  template <typename... S>
  static f32 apply(S... sources) {
    f32 result;
    if constexpr (ftz) {
      result = flushed(F::apply(flushed(sources)...));
    } else {
      result = F::apply(sources...);
    }
    return sat ? saturated(result) : result;
  }
};

/// Floating operation with the instruction's rounding, .ftz and .sat; `F` on N sources of type f32 or f64.
template <typename F, typename... S>
Operation floating(const ptx::Modifiers& modifiers) {
  using T = std::common_type_t<S...>;
  if constexpr (std::is_same_v<T, f64>) {
    return rounded<F, f64, S...>(modifiers.rounding);
  } else {
    if (modifiers.ftz && modifiers.sat) return rounded<Modified<F, true, true>, f32, S...>(modifiers.rounding);
    if (modifiers.ftz) return rounded<Modified<F, true, false>, f32, S...>(modifiers.rounding);
    if (modifiers.sat) return rounded<Modified<F, false, true>, f32, S...>(modifiers.rounding);
    return rounded<F, f32, S...>(modifiers.rounding);
  }
}

/// Selects the operation for an instruction; one without `execute` if it does not support its form.
using Select = Operation (*)(const ptx::Instruction& instruction, const ptx::Function& function);

// select_abs, select_activemask, …: the Select of each OPERATION in ptx/instructions.inc. Without all of them nothing links.
#define OPERATION(opcode, ...) Operation select_##opcode(const ptx::Instruction& instruction, const ptx::Function& function);
#define EFFECT(...)
#include "ptx/instructions.inc"

// What several of them select, by the type.
inline bool is_half(ptx::Type type) {
  using enum ptx::Type;
  return type == f16 || type == f16x2 || type == bf16 || type == bf16x2;
}
Operation divide_floats(const ptx::Instruction& instruction);
Operation select_carry(const ptx::Instruction& instruction);    // add, sub and mad that write the condition code
Operation select_pairs(const ptx::Instruction& instruction);    // two 16-bit integers
Operation select_singles(const ptx::Instruction& instruction);  // two f32, and f32 with half precision
Operation select_half(const ptx::Instruction& instruction);     // f16 and bf16, also two of them
Operation select_half_compare(const ptx::Instruction& instruction);
Operation select_half_convert(const ptx::Instruction& instruction);
Operation select_tiny_convert(const ptx::Instruction& instruction);
/// The same conversion for registers of 64 bits where it has 32 (wide_convert.cpp).
Operation on_wide_registers(const Operation& conversion, const ptx::Instruction& instruction, const ptx::Function& function);

void first_element(const Frame& frame, const Decoded& instruction, u32 active);
void next_element(const Frame& frame, const Decoded& instruction, u32 active);
LoadLanes select_load(ptx::Type type, int register_bytes);
Execute select_own(ptx::Type type, int register_bytes, bool loads);
StoreLanes select_store(ptx::Type type, int register_bytes);
AtomicLanes select_atomic(ptx::AtomicOp operation, ptx::Type type, bool in_global);

// Requests; see Executor.
void addresses(const Frame& frame, const Decoded& instruction, LaneOffsets& addresses);
u64 lowest_address(const Frame& frame, const Decoded& instruction, u32 active, AccessPattern& pattern);
void find_lines(const LaneOffsets& offsets, u64 start, u32 active, RequestLines& lines);
u32 count_conflicts(const LaneOffsets& offsets, u64 start, u32 active, u32 bytes);
u32 max_on_one_address(const LaneOffsets& offsets, u32 active);

template <typename Visit>
void each_lane(u32 active, Visit visit) {
  for (u32 rest = active; rest != 0; rest &= rest - 1) visit(static_cast<std::size_t>(std::countr_zero(rest)));
}

/// Round to an integral value, by one of .rni .rzi .rmi .rpi; the host always runs in round-to-nearest-even.
template <typename T>
inline T integral(T x, ptx::Rounding rounding) {
  switch (rounding) {
    case ptx::Rounding::rzi:
      return std::trunc(x);
    case ptx::Rounding::rmi:
      return std::floor(x);
    case ptx::Rounding::rpi:
      return std::ceil(x);
    default:
      return std::nearbyint(x);
  }
}

/// setp.OP.BOOLEAN, set.OP.BOOLEAN: combine the bits of a comparison with a predicate.
inline u32 combined(ptx::BooleanOp operation, u32 bits, u32 predicate) {
  switch (operation) {
    case ptx::BooleanOp::and_:
      return bits & predicate;
    case ptx::BooleanOp::or_:
      return bits | predicate;
    case ptx::BooleanOp::xor_:
      return bits ^ predicate;
    case ptx::BooleanOp::none:
      break;
  }
  return bits;
}

}  // namespace warplens::simt::WARPLENS_ISA
