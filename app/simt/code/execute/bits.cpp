#include "simt/code/execute/lanes.h"

// and or xor not cnot shl shr shf lop3 prmt popc clz brev bfe bfi bfind.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::Type;

struct And {
  template <typename T>
  static T apply(T a, T b) {
    return static_cast<T>(a & b);
  }
};
struct Or {
  template <typename T>
  static T apply(T a, T b) {
    return static_cast<T>(a | b);
  }
};
struct Xor {
  template <typename T>
  static T apply(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};
struct IsZero {
  template <typename T>
  static T apply(T a) {
    return a == 0 ? T{1} : T{0};
  }
};
struct Not {
  template <typename T>
  static T apply(T a) {
    return static_cast<T>(~a);
  }
};

/// Shifts by more than the width give 0 or the sign (PTX ISA: the amount is clamped).
struct ShiftLeft {
  template <typename T>
  static T apply(T a, u32 amount) {
    return amount >= 8 * sizeof(T) ? T{0} : static_cast<T>(static_cast<Cell<T>>(a) << amount);
  }
};
struct ShiftRight {
  template <typename T>
  static T apply(T a, u32 amount) {
    const u32 width = 8 * sizeof(T);
    if constexpr (std::is_signed_v<T>)
      return static_cast<T>(a >> (amount >= width ? width - 1 : amount));
    else
      return amount >= width ? T{0} : static_cast<T>(a >> amount);
  }
};

template <bool left, bool wrap>
struct Funnel {
  static u32 apply(u32 a, u32 b, u32 c) {
    const u32 amount = wrap ? c & 31 : c > 32 ? 32 : c;
    const u64 both = u64{b} << 32 | a;
    return left ? static_cast<u32>(both << amount >> 32) : static_cast<u32>(both >> amount);
  }
};

/// Byte or half-word selection of prmt, mode none: four selectors of four bits; the top bit of each replicates the sign.
struct Permute {
  static u32 apply(u32 a, u32 b, u32 selector) {
    const u64 bytes = u64{b} << 32 | a;
    u32 result = 0;
    for (u32 i = 0; i < 4; ++i) {
      const u32 which = selector >> (4 * i);
      const u32 byte = static_cast<u32>(bytes >> (8 * (which & 7))) & 0xff;
      result |= (which & 8 ? (byte & 0x80 ? 0xffu : 0u) : byte) << (8 * i);
    }
    return result;
  }
};

/// The other modes of prmt, as equivalent selectors (PTX ISA, "prmt", table of modes).
template <ptx::PermuteMode mode>
struct PermuteMoved {
  static u32 apply(u32 a, u32 b, u32 selector) {
    constexpr u32 moves[7][4] = {{},
                                 {0x3210, 0x4321, 0x5432, 0x6543},   // f4e
                                 {0x5670, 0x6701, 0x7012, 0x0123},   // b4e
                                 {0x0000, 0x1111, 0x2222, 0x3333},   // rc8
                                 {0x3210, 0x3211, 0x3222, 0x3333},   // ecl
                                 {0x0000, 0x1110, 0x2210, 0x3210},   // ecr
                                 {0x1010, 0x3232, 0x1010, 0x3232}};  // rc16
    return Permute::apply(a, b, moves[static_cast<int>(mode)][selector & 3]);
  }
};

struct PopulationCount {
  template <typename T>
  static u32 apply(T a) {
    return static_cast<u32>(std::popcount(a));
  }
};
struct LeadingZeros {
  template <typename T>
  static u32 apply(T a) {
    return static_cast<u32>(std::countl_zero(a));
  }
};
struct Reverse {
  template <typename T>
  static T apply(T a) {
    constexpr T every2 = static_cast<T>(0x5555555555555555u), every4 = static_cast<T>(0x3333333333333333u),
                every8 = static_cast<T>(0x0f0f0f0f0f0f0f0fu);
    a = (a >> 1 & every2) | (a & every2) << 1;
    a = (a >> 2 & every4) | (a & every4) << 2;
    a = (a >> 4 & every8) | (a & every8) << 4;
    if constexpr (sizeof(T) == 4)
      return __builtin_bswap32(a);
    else
      return __builtin_bswap64(a);
  }
};

/// Position of the highest bit that differs from the sign, or all ones; with .shiftamt the shift that moves it to the top.
template <bool shift_amount>
struct FindHighest {
  template <typename T>
  static u32 apply(T a) {
    using U = std::make_unsigned_t<T>;
    const U bits = static_cast<U>(a < 0 ? ~a : a);
    if (bits == 0) return 0xffffffffu;
    const u32 position = 8 * sizeof(T) - 1 - static_cast<u32>(std::countl_zero(bits));
    return shift_amount ? 8 * sizeof(T) - 1 - position : position;
  }
};

/// The length of a field: its low 8 bits by the ISA; GPUs use all of it for 64-bit fields (Launch::as_hardware).
template <bool whole>
u32 field_length(u32 length) {
  return whole ? std::min(length, 255u) : length & 0xff;
}

template <bool whole_length>
struct ExtractField {
  template <typename T>
  static T apply(T a, u32 b, u32 c) {
    constexpr u32 top = 8 * sizeof(T) - 1;
    const u32 position = b & 0xff, length = field_length<whole_length>(c);
    using U = std::make_unsigned_t<T>;
    const U bits = static_cast<U>(a);
    if (length == 0) return 0;
    const bool sign = std::is_signed_v<T> && (bits >> std::min<u32>(position + length - 1, top) & 1);
    const U field = position > top ? 0 : bits >> position;
    const u32 kept = position > top ? 0 : top + 1 - position;  // number of bits of a from `position` on
    const u32 valid = std::min(length, kept);
    const U mask = valid > top ? ~U{0} : (U{1} << valid) - 1;
    return static_cast<T>((field & mask) | (sign ? ~mask : U{0}));
  }
};

template <bool whole_length>
struct InsertField {
  template <typename T>
  static T apply(T a, T b, u32 c, u32 d) {
    constexpr u32 width = 8 * sizeof(T);
    const u32 position = c & 0xff, length = field_length<whole_length>(d);
    if (length == 0 || position >= width) return b;
    const T ones = length >= width ? ~T{0} : (T{1} << length) - 1;
    const T mask = ones << position;
    return (b & ~mask) | (a << position & mask);
  }
};

/// Truth table lookup for each bit position: the or of the table's minterms that are set.
inline u32 of_table(u64 table, u32 x, u32 y, u32 z) {
  u32 minterms[8];
  for (u32 i = 0; i < 8; ++i) minterms[i] = table >> i & 1 ? all_lanes : 0;
  return (~x & ~y & ~z & minterms[0]) | (~x & ~y & z & minterms[1]) | (~x & y & ~z & minterms[2]) | (~x & y & z & minterms[3]) |
         (x & ~y & ~z & minterms[4]) | (x & ~y & z & minterms[5]) | (x & y & ~z & minterms[6]) | (x & y & z & minterms[7]);
}
constexpr int table_bits = 8;

/// lop3: the truth table in `immediate`.
void three_inputs(const Frame& frame, const Decoded& instruction, u32 active) {
  const std::byte *a = frame.source(instruction.operands[1]), *b = frame.source(instruction.operands[2]),
                  *c = frame.source(instruction.operands[3]);
  const u64 table = instruction.immediate;
  fill<u32>(frame.destination(instruction.operands[0]), active,
            [&](int lane) { return of_table(table, get<u32>(a, lane), get<u32>(b, lane), get<u32>(c, lane)); });
}

/// lop3 with a predicate: operands d, p, a, b, c, q; p = (result ≠ 0) and/or q; the boolean operation is above the truth table in
/// `immediate`.
void three_inputs_with_predicate(const Frame& frame, const Decoded& instruction, u32 active) {
  const auto& [d, p, a, b, c, q] = instruction.operands;
  const std::byte *x = frame.source(a), *y = frame.source(b), *z = frame.source(c);
  u32 results[warp_size];
  for (int lane = 0; lane < warp_size; ++lane)
    results[lane] = of_table(instruction.immediate, get<u32>(x, lane), get<u32>(y, lane), get<u32>(z, lane));
  const u32 set = gather_bits([&](int lane) { return results[lane] != 0; });
  const u32 predicate = frame.predicate(q);
  const bool conjunction = static_cast<ptx::BooleanOp>(instruction.immediate >> table_bits) == ptx::BooleanOp::and_;
  if (d != no_row) fill<u32>(frame.destination(d), active, [&](int lane) { return results[lane]; });
  if (p != no_row) frame.set_predicate(p, conjunction ? set & predicate : set | predicate, active);
}

template <typename F>
void predicate_logic(const Frame& frame, const Decoded& instruction, u32 active) {
  frame.set_predicate(instruction.operands[0],
                      F::apply(frame.predicate(instruction.operands[1]), frame.predicate(instruction.operands[2])), active);
}

void predicate_not(const Frame& frame, const Decoded& instruction, u32 active) {
  frame.set_predicate(instruction.operands[0], ~frame.predicate(instruction.operands[1]), active);
}

template <typename F>
Operation logic(Type type) {
  switch (type) {
    case Type::pred:
      return {&predicate_logic<F>, {predicate_bytes, predicate_bytes, predicate_bytes}};
    case Type::b16:
      return mapped<F, u16, u16, u16>();
    case Type::b32:
      return mapped<F, u32, u32, u32>();
    case Type::b64:
      return mapped<F, u64, u64, u64>();
    default:
      return {};
  }
}

/// F of a value and perhaps others, of types B.
template <typename F, typename... B>
Operation of_width(Type type) {
  switch (type) {
    case Type::b16:
      return mapped<F, u16, u16, B...>();
    case Type::b32:
      return mapped<F, u32, u32, B...>();
    case Type::b64:
      return mapped<F, u64, u64, B...>();
    default:
      return {};
  }
}

Operation permute(ptx::PermuteMode mode) {
  using ptx::PermuteMode;
  switch (mode) {
    case PermuteMode::none:
      return mapped<Permute, u32, u32, u32, u32>();
    case PermuteMode::f4e:
      return mapped<PermuteMoved<PermuteMode::f4e>, u32, u32, u32, u32>();
    case PermuteMode::b4e:
      return mapped<PermuteMoved<PermuteMode::b4e>, u32, u32, u32, u32>();
    case PermuteMode::rc8:
      return mapped<PermuteMoved<PermuteMode::rc8>, u32, u32, u32, u32>();
    case PermuteMode::ecl:
      return mapped<PermuteMoved<PermuteMode::ecl>, u32, u32, u32, u32>();
    case PermuteMode::ecr:
      return mapped<PermuteMoved<PermuteMode::ecr>, u32, u32, u32, u32>();
    case PermuteMode::rc16:
      return mapped<PermuteMoved<PermuteMode::rc16>, u32, u32, u32, u32>();
  }
  return {};
}

Operation funnel(const ptx::Modifiers& modifiers) {
  const bool wrap = modifiers.shift == ptx::ShiftMode::wrap;
  if (modifiers.shift_left)
    return wrap ? mapped<Funnel<true, true>, u32, u32, u32, u32>() : mapped<Funnel<true, false>, u32, u32, u32, u32>();
  return wrap ? mapped<Funnel<false, true>, u32, u32, u32, u32>() : mapped<Funnel<false, false>, u32, u32, u32, u32>();
}

Operation shift_right(Type type) {
  switch (type) {
    case Type::b16:
    case Type::u16:
      return mapped<ShiftRight, u16, u16, u32>();
    case Type::s16:
      return mapped<ShiftRight, s16, s16, u32>();
    case Type::b32:
    case Type::u32:
      return mapped<ShiftRight, u32, u32, u32>();
    case Type::s32:
      return mapped<ShiftRight, s32, s32, u32>();
    case Type::b64:
    case Type::u64:
      return mapped<ShiftRight, u64, u64, u32>();
    case Type::s64:
      return mapped<ShiftRight, s64, s64, u32>();
    default:
      return {};
  }
}

template <typename F>
Operation count(Type type) {
  if (type == Type::b32) return mapped<F, u32, u32>();
  if (type == Type::b64) return mapped<F, u32, u64>();
  return {};
}

template <typename F>
Operation find(Type type) {
  switch (type) {
    case Type::u32:
      return mapped<F, u32, u32>();
    case Type::s32:
      return mapped<F, u32, s32>();
    case Type::u64:
      return mapped<F, u32, u64>();
    case Type::s64:
      return mapped<F, u32, s64>();
    default:
      return {};
  }
}

Operation extract(Type type, bool as_hardware) {
  switch (type) {
    case Type::u32:
      return mapped<ExtractField<false>, u32, u32, u32, u32>();
    case Type::s32:
      return mapped<ExtractField<false>, s32, s32, u32, u32>();
    case Type::u64:
      return as_hardware ? mapped<ExtractField<true>, u64, u64, u32, u32>() : mapped<ExtractField<false>, u64, u64, u32, u32>();
    case Type::s64:
      return mapped<ExtractField<false>, s64, s64, u32, u32>();
    default:
      return {};
  }
}

Operation insert(Type type, bool as_hardware) {
  if (type == Type::b32) return mapped<InsertField<false>, u32, u32, u32, u32, u32>();
  if (type != Type::b64) return {};
  return as_hardware ? mapped<InsertField<true>, u64, u64, u64, u32, u32>()
                     : mapped<InsertField<false>, u64, u64, u64, u32, u32>();
}

Operation lop3(const ptx::Instruction& instruction) {
  const std::size_t table = instruction.destinations + std::size_t{3};
  if (table >= instruction.operands.size() || instruction.operands[table].kind != ptx::OperandKind::immediate) return {};
  const u64 bits = instruction.operands[table].bits & 0xff;
  const ptx::BooleanOp boolean = instruction.modifiers.boolean;
  if (boolean == ptx::BooleanOp::none) return {&three_inputs, {4, 4, 4, 4}, bits};
  return {&three_inputs_with_predicate,
          {4, predicate_bytes, 4, 4, 4, predicate_bytes},
          bits | static_cast<u64>(boolean) << table_bits};
}

}  // namespace

Operation select_and_(const ptx::Instruction& instruction, const ptx::Function&) { return logic<And>(instruction.type); }

Operation select_or_(const ptx::Instruction& instruction, const ptx::Function&) { return logic<Or>(instruction.type); }

Operation select_xor_(const ptx::Instruction& instruction, const ptx::Function&) { return logic<Xor>(instruction.type); }

Operation select_not_(const ptx::Instruction& instruction, const ptx::Function&) {
  if (instruction.type == Type::pred) return {&predicate_not, {predicate_bytes, predicate_bytes}};
  return of_width<Not>(instruction.type);
}

Operation select_cnot(const ptx::Instruction& instruction, const ptx::Function&) { return of_width<IsZero>(instruction.type); }

Operation select_shl(const ptx::Instruction& instruction, const ptx::Function&) {
  return of_width<ShiftLeft, u32>(instruction.type);
}

Operation select_shr(const ptx::Instruction& instruction, const ptx::Function&) { return shift_right(instruction.type); }

Operation select_shf(const ptx::Instruction& instruction, const ptx::Function&) { return funnel(instruction.modifiers); }

Operation select_lop3(const ptx::Instruction& instruction, const ptx::Function&) { return lop3(instruction); }

Operation select_prmt(const ptx::Instruction& instruction, const ptx::Function&) {
  return permute(instruction.modifiers.permute);
}

Operation select_popc(const ptx::Instruction& instruction, const ptx::Function&) {
  return count<PopulationCount>(instruction.type);
}

Operation select_clz(const ptx::Instruction& instruction, const ptx::Function&) { return count<LeadingZeros>(instruction.type); }

Operation select_brev(const ptx::Instruction& instruction, const ptx::Function&) {
  const Type type = instruction.type;
  return type == Type::b32 ? mapped<Reverse, u32, u32>() : type == Type::b64 ? mapped<Reverse, u64, u64>() : Operation{};
}

Operation select_bfind(const ptx::Instruction& instruction, const ptx::Function&) {
  return instruction.modifiers.shift_amount ? find<FindHighest<true>>(instruction.type)
                                            : find<FindHighest<false>>(instruction.type);
}

Operation select_bfe(const ptx::Instruction& instruction, const ptx::Function&) {
  return extract(instruction.type, instruction.modifiers.as_hardware);
}

Operation select_bfi(const ptx::Instruction& instruction, const ptx::Function&) {
  return insert(instruction.type, instruction.modifiers.as_hardware);
}

}  // namespace warplens::simt::WARPLENS_ISA
