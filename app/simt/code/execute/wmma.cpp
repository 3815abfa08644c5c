#include <array>

#include "simt/code/decode/fragment_layout.h"
#include "simt/code/execute/matrix.h"

// wmma: products of matrices of which the lanes hold parts as FragmentLayout says, and the addresses of these parts.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::Matrix;
using ptx::Type;

/// What the number in the list of a wmma.mma says: the shape, the sums, and the registers of a lane of D, A, B and C.
u64 encoded(const ptx::Instruction& wmma) {
  const ptx::MatrixShape& shape = wmma.modifiers.shape;
  u64 bits = shape.m | static_cast<u64>(shape.n) << 8 | static_cast<u64>(shape.k) << 16 | encoded_sums(wmma.modifiers) << 24;
  for (const Matrix matrix : {Matrix::d, Matrix::a, Matrix::b, Matrix::c})
    bits |= static_cast<u64>(ptx::fragment(wmma, matrix).registers) << (32 + 8 * static_cast<int>(matrix));
  return bits;
}

/// wmma.mma: rows of the registers of D, A, B, C. Sums as for mma.
template <typename Element, typename Start, typename Total>
void multiply_fragments(const Frame& frame, const Decoded& instruction, u32 active) {
  using Word = std::conditional_t<Element::bits == 64, u64, u32>;
  using Sum = typename Element::Sum;
  constexpr int max_lines = 32, max_depth = 16, per_word = static_cast<int>(sizeof(Word)) * 8 / Element::bits;
  const Listed listed(frame, instruction);
  const auto number = [&](int bit) { return static_cast<int>(listed.first() >> bit & 0xff); };
  const int m = number(0), n = number(8), k = number(16), d_rows = number(32), a_rows = number(40), b_rows = number(48);
  Sum a[max_lines][max_depth], b[max_lines][max_depth];  // rows of A, columns of B
  const auto gather = [&](Sum(&lines)[max_lines][max_depth], int first, int rows, int total) {
    for (int lane = 0; lane < warp_size; ++lane) {
      for (int r = 0; r < rows; ++r) {
        const Word word = get<Word>(frame.source(listed.row(first + r)), lane);
        for (int i = 0; i < per_word; ++i) {
          const int place = ((lane * rows + r) * per_word + i) % total;
          lines[place / k][place % k] = Element::value(word, i);
        }
      }
    }
  };
  gather(a, d_rows, a_rows, m * k);
  gather(b, d_rows + a_rows, b_rows, n * k);
  const int c = d_rows + a_rows + b_rows, elements = m * n / warp_size;
  std::array<std::array<typename Total::Bits, warp_size>, 8> results{};  // C may share registers with D
  const u64 sums = listed.first() >> 24 & 0xff;
  const SumRounding<Total> rounding(sums);
  for (int lane = 0; lane < warp_size; ++lane) {
    for (int i = 0; i < elements; ++i) {
      const int row = (lane * elements + i) / n, column = (lane * elements + i) % n;
      const auto word = get<typename Start::Bits>(frame.source(listed.row(c + i / Start::per_register)), lane);
      Sum sum = Start::value(word, i % Start::per_register);
      for (int depth = 0; depth < k; ++depth) sum = multiplied(a[row][depth], b[column][depth], sum);
      auto& result = results[static_cast<std::size_t>(i / Total::per_register)][static_cast<std::size_t>(lane)];
      result = Total::with(result, i % Total::per_register, sum, saturates_sums(sums));
    }
  }
  for (int r = 0; r < d_rows; ++r) {
    const auto& result = results[static_cast<std::size_t>(r)];
    fill<typename Total::Bits>(frame.destination(listed.row(r)), active,
                               [&](int lane) { return result[static_cast<std::size_t>(lane)]; });
  }
}

Execute product(const ptx::Instruction& wmma) {
  const auto [d, a, b, c] = ptx::element_types(wmma);
  using F16 = HalfElement<Half>;
  using BF16 = HalfElement<Brain>;
  using S8 = WholeElement<8, true>;
  using U8 = WholeElement<8, false>;
  switch (a) {
    case Type::f16:
      if (d == Type::f16)
        return c == Type::f16 ? &multiply_fragments<F16, HalfSum, HalfSum> : &multiply_fragments<F16, SingleSum, HalfSum>;
      return c == Type::f16 ? &multiply_fragments<F16, HalfSum, SingleSum> : &multiply_fragments<F16, SingleSum, SingleSum>;
    case Type::bf16:
      return &multiply_fragments<BF16, SingleSum, SingleSum>;
    case Type::tf32:
      return &multiply_fragments<TensorElement, SingleSum, SingleSum>;
    case Type::f64:
      return &multiply_fragments<DoubleElement, DoubleSum, DoubleSum>;
    case Type::s8:
      return &multiply_fragments<S8, WordSum, WordSum>;
    case Type::u8:
      return &multiply_fragments<U8, WordSum, WordSum>;
    default:
      return nullptr;
  }
}

u32 mask_of(int bytes) { return bytes >= 4 ? ~0u : (1u << (8 * bytes)) - 1; }

}  // namespace

Operation select_wmma(const ptx::Instruction& instruction, const ptx::Function&) {
  if (instruction.modifiers.step != ptx::MatrixStep::multiply) return listed(&first_element, 0, 4);
  return listed(product(instruction), encoded(instruction), instruction.type == Type::f64 ? 8 : 4);
}

/// Rows: the address of the matrix (or none), the stride, the lanes' addresses, an element, the first register of the fragment.
void first_element(const Frame& frame, const Decoded& instruction, u32 active) {
  const Listed listed(frame, instruction);
  const FragmentLayout layout = FragmentLayout::from(listed.first());
  const Row base = listed.row(0);
  const std::byte* const strides = frame.source(listed.row(1));
  fill<u64>(frame.destination(listed.row(2)), active, [&](int lane) {
    const u32 place = static_cast<u32>(lane) * layout.elements % layout.total;
    const u64 line = place / layout.line, in_line = place % layout.line, stride = get<u32>(strides, lane);
    const u64 distance = layout.contiguous ? line * stride + in_line : in_line * stride + line;
    u64 address = static_cast<u64>(instruction.offset);
    if (base != no_row)
      address += instruction.address_wide ? get<u64>(frame.source(base), lane) : get<u32>(frame.source(base), lane);
    return address + distance * layout.element_bytes;
  });
  if ((listed.first() & FragmentLayout::extracts) == 0) return;
  const std::byte* const held = frame.source(listed.row(4));
  fill<u32>(frame.destination(listed.row(3)), active,
            [&](int lane) { return get<u32>(held, lane) & mask_of(layout.element_bytes); });
}

/// Rows: the lanes' addresses, the stride, an element, the register that it is in.
void next_element(const Frame& frame, const Decoded& instruction, u32 active) {
  const Listed listed(frame, instruction);
  const FragmentStep step = FragmentStep::from(listed.first());
  std::byte* const addresses = frame.destination(listed.row(0));
  const std::byte* const strides = frame.source(listed.row(1));
  fill<u64>(addresses, active,
            [&](int lane) { return get<u64>(addresses, lane) + u64{get<u32>(strides, lane)} * step.element_bytes; });
  if (!step.moves) return;
  std::byte *const part = frame.destination(listed.row(2)), *const held = frame.destination(listed.row(3));
  const u32 mask = mask_of(step.element_bytes), shift = 8u * step.element_bytes * step.place;
  if (step.loads)
    fill<u32>(held, active,
              [&](int lane) { return (get<u32>(held, lane) & ~(mask << shift)) | (get<u32>(part, lane) & mask) << shift; });
  else
    fill<u32>(part, active, [&](int lane) { return get<u32>(held, lane) >> shift & mask; });
}

}  // namespace warplens::simt::WARPLENS_ISA
