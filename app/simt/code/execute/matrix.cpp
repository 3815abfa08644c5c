#include <array>

#include "simt/code/execute/matrix.h"

// mma movmatrix, and what ldmatrix and stmatrix do between registers (PTX ISA, "Warp Level Matrix Instructions"). Of a matrix of
// 8 rows and columns, lane L holds elements of row L / 4, beginning at column L % 4 · (elements per register); larger matrices
// consist of such parts, one register each.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::Type;

/// What the number in the list of an mma says.
u64 encoded(const ptx::Instruction& mma) {
  const ptx::MatrixShape& shape = mma.modifiers.shape;
  return shape.m | static_cast<u64>(shape.k) << 8 | encoded_sums(mma.modifiers) << 16;
}

/// mma: rows of the registers of D, A, B, C. The ISA leaves open the order and precision of the sums of .f16, .bf16 and .tf32:
/// products are exact here, and the sum is formed in double precision and rounded once.
template <typename A, typename B, typename Total>
void multiply(const Frame& frame, const Decoded& instruction, u32 active) {
  using Word = std::conditional_t<A::bits == 64, u64, u32>;
  using Sum = typename A::Sum;
  constexpr int max_rows = 16, columns = 8, max_depth = 64;
  constexpr int elements = static_cast<int>(sizeof(Word)) * 8 / A::bits, across = 4 * elements;  // of a register, of 4 lanes
  const Listed listed(frame, instruction);
  const int m = static_cast<int>(listed.first() & 0xff), k = static_cast<int>(listed.first() >> 8 & 0xff);
  const int parts = m / 8, steps = k / across, registers = parts * 2 / Total::per_register;
  Sum a[max_rows][max_depth], b[max_depth][columns];
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
  const u64 sums = listed.first() >> 16 & 0xff;
  const SumRounding<Total> rounding(sums);
  for (int lane = 0; lane < warp_size; ++lane) {
    for (int i = 0; i < 2 * parts; ++i) {
      const int row = lane / 4 + 8 * (i / 2), column = lane % 4 * 2 + i % 2;
      const int number = i / Total::per_register, place = i % Total::per_register;
      Sum sum = Total::value(get<Bits>(frame.source(listed.row(c + number)), lane), place);
      for (int depth = 0; depth < k; ++depth) sum = multiplied(a[row][depth], b[depth][column], sum);
      Bits& result = results[static_cast<std::size_t>(number)][static_cast<std::size_t>(lane)];
      result = Total::with(result, place, sum, saturates_sums(sums));
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

constexpr int words = 4;  ///< of a row of 16 bytes, which one lane loads or stores

/// How the elements of ldmatrix and stmatrix lie in their list: the number in it.
enum : u64 { by_rows, by_columns, bytes_by_columns };

u64 encoded_movement(const ptx::Instruction& instruction) {
  if (instruction.type == Type::b8) return bytes_by_columns;
  return instruction.modifiers.transposed ? by_columns : by_rows;
}

/// ldmatrix of bytes: of a matrix of 16 rows, lane L gets, of column L / 4 in its first register and of column L / 4 + 8 in its
/// second, the four elements from row L % 4 · 4 on.
void distribute_bytes(const Frame& frame, const Listed& listed, int registers, u32 active) {
  for (int r = 0; r < registers; ++r) {
    fill<u32>(frame.destination(listed.row(words + r)), active, [&](int lane) {
      const int row = r / 2 * 16 + lane % 4 * 4, column = lane / 4 + r % 2 * 8;
      const std::byte* const loaded = frame.source(listed.row(column / 4));
      u32 result = 0;
      for (int i = 0; i < 4; ++i) result |= (get<u32>(loaded, row + i) >> (column % 4 * 8) & 0xffu) << (8 * i);
      return result;
    });
  }
}

/// stmatrix of bytes: of a matrix of 16 rows and 8 columns, each column a row in memory, lane L holds of row L / 4, then of row
/// L / 4 + 8, the elements of columns L % 4 · 2 and L % 4 · 2 + 1.
void collect_bytes(const Frame& frame, const Listed& listed, int matrices) {
  for (int word = 0; word < words; ++word) {
    fill<u32>(frame.destination(listed.row(word)), all_lanes, [&](int lane) {
      const int matrix = lane / 8, column = lane % 8;
      u32 result = 0;
      for (int i = 0; i < 4 && matrix < matrices; ++i) {
        const int row = word * 4 + i, holder = row % 8 * 4 + column / 2, place = row / 8 * 2 + column % 2;
        result |= (get<u32>(frame.source(listed.row(words + matrix)), holder) >> (8 * place) & 0xffu) << (8 * i);
      }
      return result;
    });
  }
}

/// ldmatrix: rows of the four words loaded by each lane, and of a register for each matrix. Lane 8·j + r has loaded row r of
/// matrix j.
void distribute(const Frame& frame, const Decoded& instruction, u32 active) {
  const Listed listed(frame, instruction);
  if (listed.first() == bytes_by_columns) return distribute_bytes(frame, listed, instruction.matrices, active);
  const bool transposes = listed.first() == by_columns;
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
  if (listed.first() == bytes_by_columns) return collect_bytes(frame, listed, instruction.matrices);
  const bool transposes = listed.first() == by_columns;
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

}  // namespace

Operation select_mma(const ptx::Instruction& instruction, const ptx::Function&) {
  return listed(product(instruction), encoded(instruction), instruction.type == Type::f64 ? 8 : 4);
}

Operation select_movmatrix(const ptx::Instruction&, const ptx::Function&) { return listed(&transpose, 0, 4); }

Operation select_ldmatrix(const ptx::Instruction& instruction, const ptx::Function&) {
  return listed(&distribute, encoded_movement(instruction), 4);
}

Operation select_stmatrix(const ptx::Instruction& instruction, const ptx::Function&) {
  return listed(&collect, encoded_movement(instruction), 4);
}

}  // namespace warplens::simt::WARPLENS_ISA
