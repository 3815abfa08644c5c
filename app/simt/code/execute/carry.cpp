#include "simt/code/execute/product.h"

// add.cc addc sub.cc subc mad.cc madc: arithmetic with a carry. The condition code CC.CF is a row of predicate bits: operand 4 if
// written, operand 5 if read (PTX ISA, "Extended-Precision Integer Arithmetic Instructions").

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::MultiplyPart;
using ptx::Opcode;
using ptx::Type;

template <typename U>
struct Sum {
  U value;
  bool carry;
};

struct Adding {
  static constexpr u32 without_carry_in = 0;
  template <typename U>
  static Sum<U> of(U a, U b, U carry) {
    const U partial = a + b, whole = partial + carry;
    return {whole, partial < a || whole < partial};
  }
};
/// a - b is a + ~b + 1. The condition code holds that sum's carry, which is set if nothing is borrowed: this is the behaviour of
/// GPUs, and nvcc's 128-bit division reads it by addc after subc.cc. The PTX ISA describes a borrow, which is equivalent in
/// chains of subtractions only.
struct Subtracting {
  static constexpr u32 without_carry_in = all_lanes;
  template <typename U>
  static Sum<U> of(U a, U b, U carry) {
    return Adding::of(a, static_cast<U>(~b), carry);
  }
};

template <typename T>
struct FirstSource {
  static T of(T a, T) { return a; }
};
template <typename T>
struct LowProduct {
  static T of(T a, T b) { return low_product(a, b); }
};
template <typename T>
struct HighProduct {
  static T of(T a, T b) { return high_product(a, b); }
};

/// d = First(a, b) ± last, where last is b, or c if there are three sources.
template <typename T, typename Combine, template <typename> typename First, int sources>
void with_carry(const Frame& frame, const Decoded& instruction, u32 active) {
  using U = std::make_unsigned_t<T>;
  const std::byte *a = frame.source(instruction.operands[1]), *b = frame.source(instruction.operands[2]),
                  *last = frame.source(instruction.operands[sources]);
  const Row out = instruction.operands[carry_out_slot], in = instruction.operands[carry_in_slot];
  const u32 carries = in == no_row ? Combine::without_carry_in : frame.predicate(in);
  U results[warp_size];
  const u32 left = gather_bits([&](int lane) {
    const U first = static_cast<U>(First<T>::of(get<T>(a, lane), get<T>(b, lane)));
    const auto sum = Combine::of(first, get<U>(last, lane), static_cast<U>(carries >> lane & 1));
    results[lane] = sum.value;
    return sum.carry;
  });
  fill<U>(frame.destination(instruction.operands[0]), active, [&](int lane) { return results[lane]; });
  if (out != no_row) frame.set_predicate(out, left, active);
}

template <typename Combine, template <typename> typename First, int sources>
Execute of_type(Type type) {
  switch (type) {
    case Type::u32:
      return &with_carry<u32, Combine, First, sources>;
    case Type::s32:
      return &with_carry<s32, Combine, First, sources>;
    case Type::u64:
      return &with_carry<u64, Combine, First, sources>;
    case Type::s64:
      return &with_carry<s64, Combine, First, sources>;
    default:
      return nullptr;
  }
}

Operation carrying(Execute execute, const ptx::Instruction& instruction, bool reads_carry) {
  const u8 cell = ptx::bits(instruction.type) == 64 ? 8 : 4;
  Operation operation{execute, {cell, cell, cell, cell}};
  operation.writes_carry = instruction.modifiers.cc;
  operation.reads_carry = reads_carry;
  return operation;
}

Execute sums(const ptx::Instruction& instruction) { return of_type<Adding, FirstSource, 2>(instruction.type); }
Execute differences(const ptx::Instruction& instruction) { return of_type<Subtracting, FirstSource, 2>(instruction.type); }
Execute product_sums(const ptx::Instruction& instruction) {
  const bool high = instruction.modifiers.part == MultiplyPart::hi;
  return high ? of_type<Adding, HighProduct, 3>(instruction.type) : of_type<Adding, LowProduct, 3>(instruction.type);
}

}  // namespace

Operation select_addc(const ptx::Instruction& instruction, const ptx::Function&) {
  return carrying(sums(instruction), instruction, true);
}

Operation select_subc(const ptx::Instruction& instruction, const ptx::Function&) {
  return carrying(differences(instruction), instruction, true);
}

Operation select_madc(const ptx::Instruction& instruction, const ptx::Function&) {
  return carrying(product_sums(instruction), instruction, true);
}

Operation select_carry(const ptx::Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::add:
      return carrying(sums(instruction), instruction, false);
    case Opcode::sub:
      return carrying(differences(instruction), instruction, false);
    default:
      return carrying(product_sums(instruction), instruction, false);
  }
}

}  // namespace warplens::simt::WARPLENS_ISA
