#include <algorithm>
#include <array>

#include "simt/execute/half.h"

// mma movmatrix, and what ldmatrix and stmatrix do between registers (PTX ISA, "Warp Level Matrix Instructions"). Of a matrix of
// 8 rows and columns, lane L holds elements of row L / 4, beginning at column L % 4 · (elements per register); larger matrices
// consist of such parts, one register each.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::Opcode;
using ptx::Type;

/// The operands of an instruction that has more than operand_slots: a number and rows, listed in the program's constants at
/// Decoded::immediate.
class Listed {
 public:
  Listed(const Frame& frame, const Decoded& instruction) : list_(frame.constants + instruction.immediate) {}
  u64 first() const { return value_at<u64>(list_); }
  Row row(int i) const { return value_at<Row>(list_ + sizeof(u64) + static_cast<std::size_t>(i) * sizeof(Row)); }

 private:
  const std::byte* list_;
};

// Types of elements: bits per element, the type of sums, and the value of element i of a register.

template <typename F>
struct HalfElement {
  static constexpr int bits = 16;
  using Sum = f64;
  static f64 value(u32 word, int i) { return widened<F>(word >> (16 * i) & 0xffffu); }
};
struct TensorElement {  // tf32: the lower 13 bits do not count
  static constexpr int bits = 32;
  using Sum = f64;
  static f64 value(u32 word, int) { return std::bit_cast<f32>(word & 0xffffe000u); }
};
struct DoubleElement {
  static constexpr int bits = 64;
  using Sum = f64;
  static f64 value(u64 word, int) { return std::bit_cast<f64>(word); }
};
template <int width, bool is_signed>
struct WholeElement {
  static constexpr int bits = width;
  using Sum = s64;
  static s64 value(u32 word, int i) {
    const u32 shifted = word << (32 - width * (i + 1));
    return is_signed ? static_cast<s32>(shifted) >> (32 - width) : static_cast<s64>(shifted >> (32 - width));
  }
};
struct E5M2Element {  // the upper byte of an f16
  static constexpr int bits = 8;
  using Sum = f64;
  static f64 value(u32 word, int i) { return widened<Half>((word >> (8 * i) & 0xffu) << 8); }
};
struct E4M3Element {
  static constexpr int bits = 8;
  using Sum = f64;
  /// Exponents are biased by 7; there is no infinity, and only one NaN of each sign (PTX ISA, "Alternate Floating-Point Data
  /// Formats").
  static f64 value(u32 word, int i) {
    const u32 byte = word >> (8 * i) & 0xffu, exponent = byte >> 3 & 15, fraction = byte & 7;
    if ((byte & 0x7f) == 0x7f) return std::numeric_limits<f64>::quiet_NaN();
    const f64 magnitude = exponent == 0 ? std::ldexp(fraction, -9) : std::ldexp(8 + fraction, static_cast<int>(exponent) - 10);
    return byte & 0x80 ? -magnitude : magnitude;
  }
};

// Types of C and D: elements per register, and the sum rounded once.

struct SingleSum {
  using Bits = u32;
  static constexpr int per_register = 1;
  static f64 value(u32 word, int) { return std::bit_cast<f32>(word); }
  static u32 with(u32, int, f64 sum, u64) { return std::bit_cast<u32>(canonical(static_cast<f32>(sum))); }
};
struct HalfSum {
  using Bits = u32;
  static constexpr int per_register = 2;
  static f64 value(u32 word, int i) { return widened<Half>(word >> (16 * i) & 0xffffu); }
  static u32 with(u32 word, int i, f64 sum, u64) { return (word & ~(0xffffu << (16 * i))) | narrowed<Half>(sum) << (16 * i); }
};
struct DoubleSum {
  using Bits = u64;
  static constexpr int per_register = 1;
  static f64 value(u64 word, int) { return std::bit_cast<f64>(word); }
  static u64 with(u64, int, f64 sum, u64) { return std::bit_cast<u64>(canonical(sum)); }
};
struct WordSum {
  using Bits = u32;
  static constexpr int per_register = 1;
  static s64 value(u32 word, int) { return static_cast<s32>(word); }
  static u32 with(u32, int, s64 sum, u64 saturates) {
    if (saturates != 0) sum = std::clamp<s64>(sum, std::numeric_limits<s32>::min(), std::numeric_limits<s32>::max());
    return static_cast<u32>(sum);
  }
};

inline f64 multiplied(f64 a, f64 b, f64 sum) { return std::fma(a, b, sum); }
inline s64 multiplied(s64 a, s64 b, s64 sum) { return sum + a * b; }

/// What the number in the list of an mma says.
constexpr u64 encoded(const ptx::Instruction& mma) {
  const ptx::MatrixShape& shape = mma.modifiers.shape;
  return shape.m | static_cast<u64>(shape.k) << 8 | static_cast<u64>(mma.modifiers.sat) << 16;
}

/// mma: rows of the registers of D, A, B, C. The ISA leaves open the order and precision of the sums of .f16, .bf16 and .tf32:
/// products are exact here, and the sum is formed in double precision and rounded once.
template <typename A, typename B, typename Total>
void multiply(const Frame& frame, const Decoded& instruction, u32 active) {
  using Word = std::conditional_t<A::bits == 64, u64, u32>;
  using Sum = typename A::Sum;
  constexpr int most_rows = 16, columns = 8, most_depth = 64;
  constexpr int elements = static_cast<int>(sizeof(Word)) * 8 / A::bits, across = 4 * elements;  // of a register, of 4 lanes
  const Listed listed(frame, instruction);
  const int m = static_cast<int>(listed.first() & 0xff), k = static_cast<int>(listed.first() >> 8 & 0xff);
  const int parts = m / 8, steps = k / across, registers = parts * 2 / Total::per_register;
  Sum a[most_rows][most_depth], b[most_depth][columns];
  for (int lane = 0; lane < warp_size; ++lane) {
    const int group = lane / 4, member = lane % 4;
    for (int step = 0; step < steps; ++step) {
      for (int i = 0; i < elements; ++i) {
        const int depth = step * across + member * elements + i;
        for (int part = 0; part < parts; ++part) {
          const Word word = get<Word>(frame.source(listed.row(registers + step * parts + part)), lane);
          a[group + 8 * part][depth] = A::value(word, i);
        }
        b[depth][group] = B::value(get<Word>(frame.source(listed.row(registers + parts * steps + step)), lane), i);
      }
    }
  }
  const int c = registers + parts * steps + steps;
  using Bits = typename Total::Bits;
  std::array<std::array<Bits, warp_size>, 4> results{};  // C may share registers with D
  for (int lane = 0; lane < warp_size; ++lane) {
    for (int i = 0; i < 2 * parts; ++i) {
      const int row = lane / 4 + 8 * (i / 2), column = lane % 4 * 2 + i % 2;
      const int number = i / Total::per_register, place = i % Total::per_register;
      Sum sum = Total::value(get<Bits>(frame.source(listed.row(c + number)), lane), place);
      for (int depth = 0; depth < k; ++depth) sum = multiplied(a[row][depth], b[depth][column], sum);
      Bits& result = results[static_cast<std::size_t>(number)][static_cast<std::size_t>(lane)];
      result = Total::with(result, place, sum, listed.first() >> 16);
    }
  }
  for (int r = 0; r < registers; ++r) {
    const auto& result = results[static_cast<std::size_t>(r)];
    fill<Bits>(frame.destination(listed.row(r)), active, [&](int lane) { return result[static_cast<std::size_t>(lane)]; });
  }
}

/// The half-word in row `row` and column `column` of a matrix of half-words of which each lane holds two.
u32 half_word(const std::byte* matrix, int row, int column) {
  return get<u32>(matrix, row * 4 + column / 2) >> (16 * (column % 2)) & 0xffffu;
}

/// movmatrix: rows d, a.
void transpose(const Frame& frame, const Decoded& instruction, u32 active) {
  const Listed listed(frame, instruction);
  const std::byte* const a = frame.source(listed.row(1));
  u32 result[warp_size];
  for (int lane = 0; lane < warp_size; ++lane) {
    const int row = lane / 4, column = lane % 4 * 2;
    result[lane] = half_word(a, column, row) | half_word(a, column + 1, row) << 16;
  }
  fill<u32>(frame.destination(listed.row(0)), active, [&](int lane) { return result[lane]; });
}

constexpr int words = 4;  ///< of a row of 8 half-words, which one lane loads or stores

/// ldmatrix: rows of the four words loaded by each lane, and of a register for each matrix. Lane 8·j + r has loaded row r of
/// matrix j.
void distribute(const Frame& frame, const Decoded& instruction, u32 active) {
  const Listed listed(frame, instruction);
  const bool transposes = listed.first() != 0;
  for (int matrix = 0; matrix < instruction.matrices; ++matrix) {
    const auto loaded = [&](int row, int column) {
      return get<u32>(frame.source(listed.row(column / 2)), 8 * matrix + row) >> (16 * (column % 2)) & 0xffffu;
    };
    fill<u32>(frame.destination(listed.row(words + matrix)), active, [&](int lane) {
      const int row = lane / 4, column = lane % 4 * 2;
      if (transposes) return loaded(column, row) | loaded(column + 1, row) << 16;
      return loaded(row, column) | loaded(row, column + 1) << 16;
    });
  }
}

/// stmatrix: the same rows, in the other direction.
void collect(const Frame& frame, const Decoded& instruction, u32) {
  const Listed listed(frame, instruction);
  const bool transposes = listed.first() != 0;
  for (int word = 0; word < words; ++word) {
    fill<u32>(frame.destination(listed.row(word)), all_lanes, [&](int lane) -> u32 {
      const int matrix = lane / 8, row = lane % 8, column = 2 * word;
      if (matrix >= instruction.matrices) return 0;
      const std::byte* const held = frame.source(listed.row(words + matrix));
      if (transposes) return half_word(held, column, row) | half_word(held, column + 1, row) << 16;
      return half_word(held, row, column) | half_word(held, row, column + 1) << 16;
    });
  }
}

template <typename A, typename B>
Execute narrow_product(const ptx::Instruction& mma) {
  return mma.type == Type::f16 ? &multiply<A, B, HalfSum> : &multiply<A, B, SingleSum>;
}

template <int width>
Execute whole_product(bool signed_a, bool signed_b) {
  using S = WholeElement<width, true>;
  using U = WholeElement<width, false>;
  if (signed_a) return signed_b ? &multiply<S, S, WordSum> : &multiply<S, U, WordSum>;
  return signed_b ? &multiply<U, S, WordSum> : &multiply<U, U, WordSum>;
}

Execute product(const ptx::Instruction& mma) {
  const Type a = mma.source_type, b = mma.third_type;
  const bool signed_b = ptx::kind(b) == ptx::TypeKind::signed_integer;
  switch (a) {
    case Type::f16:
      return narrow_product<HalfElement<Half>, HalfElement<Half>>(mma);
    case Type::bf16:
      return &multiply<HalfElement<Brain>, HalfElement<Brain>, SingleSum>;
    case Type::tf32:
      return &multiply<TensorElement, TensorElement, SingleSum>;
    case Type::f64:
      return &multiply<DoubleElement, DoubleElement, DoubleSum>;
    case Type::s8:
    case Type::u8:
      return whole_product<8>(a == Type::s8, signed_b);
    case Type::s4:
    case Type::u4:
      return whole_product<4>(a == Type::s4, signed_b);
    case Type::e4m3:
      return b == Type::e4m3 ? narrow_product<E4M3Element, E4M3Element>(mma) : narrow_product<E4M3Element, E5M2Element>(mma);
    case Type::e5m2:
      return b == Type::e4m3 ? narrow_product<E5M2Element, E4M3Element>(mma) : narrow_product<E5M2Element, E5M2Element>(mma);
    default:
      return nullptr;
  }
}

Operation listed(Execute execute, u64 first, u8 bytes) {
  Operation operation{execute};
  operation.immediate = first;
  operation.listed = bytes;
  return operation;
}

}  // namespace

Operation select_matrix(const ptx::Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::mma:
      return listed(product(instruction), encoded(instruction), instruction.type == Type::f64 ? 8 : 4);
    case Opcode::movmatrix:
      return listed(&transpose, 0, 4);
    case Opcode::ldmatrix:
      return listed(&distribute, instruction.modifiers.transposed, 4);
    case Opcode::stmatrix:
      return listed(&collect, instruction.modifiers.transposed, 4);
    default:
      return {};
  }
}

}  // namespace warplens::simt::WARPLENS_ISA
