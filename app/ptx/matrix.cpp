#include "ptx/matrix.h"

#include <algorithm>
#include <array>

namespace warplens::ptx {
namespace {

bool is_whole(Type type) { return kind(type) == TypeKind::signed_integer || kind(type) == TypeKind::unsigned_integer; }
bool is_f8(Type type) { return type == Type::e4m3 || type == Type::e5m2; }

struct Shapes {
  Type type;  ///< of A
  std::array<MatrixShape, 4> shapes;
};
constexpr MatrixShape none{};
constexpr std::array shapes_of_types{
    Shapes{Type::f16, {{{16, 8, 8}, {16, 8, 16}, none, none}}},
    Shapes{Type::bf16, {{{16, 8, 8}, {16, 8, 16}, none, none}}},
    Shapes{Type::tf32, {{{16, 8, 4}, {16, 8, 8}, none, none}}},
    Shapes{Type::f64, {{{8, 8, 4}, {16, 8, 4}, {16, 8, 8}, {16, 8, 16}}}},
    Shapes{Type::s8, {{{8, 8, 16}, {16, 8, 16}, {16, 8, 32}, none}}},
    Shapes{Type::u8, {{{8, 8, 16}, {16, 8, 16}, {16, 8, 32}, none}}},
    Shapes{Type::s4, {{{8, 8, 32}, {16, 8, 32}, {16, 8, 64}, none}}},
    Shapes{Type::u4, {{{8, 8, 32}, {16, 8, 32}, {16, 8, 64}, none}}},
    Shapes{Type::e4m3, {{{16, 8, 16}, {16, 8, 32}, none, none}}},
    Shapes{Type::e5m2, {{{16, 8, 16}, {16, 8, 32}, none, none}}},
};

/// Bits of the register that holds elements of a type.
int register_bits(Type type) { return type == Type::f64 ? 64 : 32; }

Type register_type(Type type) { return type == Type::f64 ? Type::f64 : type == Type::f32 ? Type::f32 : Type::b32; }

const char* product_problem(const Instruction& instruction) {
  const Type d = instruction.type, a = instruction.source_type, b = instruction.third_type, c = instruction.fourth_type;
  const Modifiers& modifiers = instruction.modifiers;
  const auto found =
      std::find_if(shapes_of_types.begin(), shapes_of_types.end(), [&](const Shapes& shapes) { return shapes.type == a; });
  if (found == shapes_of_types.end() ||
      std::find(found->shapes.begin(), found->shapes.end(), modifiers.shape) == found->shapes.end())
    return "there is no such shape for its types";
  const bool together = (is_whole(a) && is_whole(b) && bits(a) == bits(b)) || (is_f8(a) && is_f8(b));
  if (a != b && !together) return "A and B are of one kind";
  if (modifiers.a_by_columns || !modifiers.b_by_columns) return "A is given by rows and B by columns: .row.col";
  if (is_whole(a)) return d == Type::s32 && c == Type::s32 ? nullptr : "the sums of integers are .s32";
  if (modifiers.sat) return ".satfinite is for integers";
  if (a == Type::f64) return d == Type::f64 && c == Type::f64 ? nullptr : "the sums of .f64 are .f64";
  const auto sums = [&](Type type) { return type == Type::f32 || (type == Type::f16 && (a == Type::f16 || is_f8(a))); };
  return sums(d) && sums(c) && d == c ? nullptr : "the sums are .f32, of .f16 also .f16, in C as in D";
}

}  // namespace

Fragment fragment(const Instruction& instruction, Matrix matrix) {
  if (instruction.opcode != Opcode::mma) return {instruction.modifiers.matrices, Type::b32};
  const MatrixShape& shape = instruction.modifiers.shape;
  const auto of = [](int rows, int columns, Type type) {
    constexpr int threads = 32;
    return Fragment{rows * columns * bits(type) / (threads * register_bits(type)), register_type(type)};
  };
  switch (matrix) {
    case Matrix::a:
      return of(shape.m, shape.k, instruction.source_type);
    case Matrix::b:
      return of(shape.k, shape.n, instruction.third_type);
    case Matrix::c:
      return of(shape.m, shape.n, instruction.fourth_type);
    case Matrix::d:
      break;
  }
  return of(shape.m, shape.n, instruction.type);
}

const char* matrix_problem(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::mma:
      return product_problem(instruction);
    case Opcode::ldmatrix:
    case Opcode::stmatrix:
      if (instruction.space != Space::generic && instruction.space != Space::shared) return "its matrices are in shared memory";
      [[fallthrough]];
    case Opcode::movmatrix:
      return instruction.modifiers.shape == MatrixShape{8, 8, 0} ? nullptr : "its matrices are .m8n8";
    default:
      return nullptr;
  }
}

}  // namespace warplens::ptx
