#include "ptx/matrix.h"

#include <algorithm>
#include <array>

namespace warplens::ptx {
namespace {

bool is_whole(Type type) { return kind(type) == TypeKind::signed_integer || kind(type) == TypeKind::unsigned_integer; }
bool is_f8(Type type) { return type == Type::e4m3 || type == Type::e5m2; }

/// The shapes of an mma.
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

bool is_wmma_shape(Type type, const MatrixShape& shape) {
  if (type == Type::tf32) return shape == MatrixShape{16, 16, 8};
  if (type == Type::f64) return shape == MatrixShape{8, 8, 4};
  const bool possible = type == Type::f16 || type == Type::bf16 || type == Type::s8 || type == Type::u8;
  return possible && shape.k == 16 && shape.m * shape.n == 256;
}

/// The types of C and D for elements of type `a` in A.
const char* sum_problem(Type a, Type d, Type c, bool may_differ) {
  if (is_whole(a)) return d == Type::s32 && c == Type::s32 ? nullptr : "the sums of integers are .s32";
  if (a == Type::f64) return d == Type::f64 && c == Type::f64 ? nullptr : "the sums of .f64 are .f64";
  const auto sums = [&](Type type) { return type == Type::f32 || (type == Type::f16 && (a == Type::f16 || is_f8(a))); };
  return sums(d) && sums(c) && (may_differ || d == c) ? nullptr : "the sums are .f32, of .f16 also .f16, in C as in D";
}

/// Only sums of .f64 are rounded as the instruction says.
const char* sum_rounding_problem(const Instruction& instruction, Type a) {
  return instruction.modifiers.rounding == Rounding::none || a == Type::f64 ? nullptr : "a rounding is for sums of .f64";
}

/// wmma.load and wmma.store of a matrix whose elements have `type`.
const char* access_problem(const Instruction& instruction) {
  const Modifiers& modifiers = instruction.modifiers;
  if (modifiers.rounding != Rounding::none) return "it rounds nothing";
  const Type type = instruction.type;
  const bool stores = modifiers.step == MatrixStep::store, sums = modifiers.matrix == Matrix::c || modifiers.matrix == Matrix::d;
  if (instruction.source_type != Type::none || type == Type::none) return "it has one type";
  if (stores != (modifiers.matrix == Matrix::d)) return stores ? "it stores .d" : "it loads .a, .b or .c";
  if (instruction.space != Space::generic && instruction.space != Space::shared && instruction.space != Space::global)
    return "its matrix is in global or shared memory";
  const MatrixShape& shape = modifiers.shape;
  const bool of_sums = type == Type::f32 ? is_wmma_shape(Type::f16, shape) || is_wmma_shape(Type::tf32, shape)
                       : type == Type::s32 || type == Type::f16 ? is_wmma_shape(Type::s8, shape)
                                                                : type == Type::f64 && is_wmma_shape(type, shape);
  return (sums ? of_sums : is_wmma_shape(type, shape)) ? nullptr : "there is no such shape for its type";
}

const char* wmma_problem(const Instruction& instruction) {
  const Modifiers& modifiers = instruction.modifiers;
  if (modifiers.step != MatrixStep::multiply) return access_problem(instruction);
  if (instruction.source_type == Type::none || (instruction.third_type != Type::none) != (instruction.fourth_type != Type::none))
    return "it names the types of D and C, or of D, A, B and C";
  const auto [d, a, b, c] = element_types(instruction);
  if (!is_wmma_shape(a, modifiers.shape)) return "there is no such shape for its types";
  if (a != b) return "A and B are of one type";
  if (modifiers.finite && !is_whole(a)) return ".satfinite is for integers";
  if (const char* problem = sum_rounding_problem(instruction, a)) return problem;
  return sum_problem(a, d, c, true);
}

/// ldmatrix, stmatrix and movmatrix.
const char* movement_problem(const Instruction& instruction) {
  const Modifiers& modifiers = instruction.modifiers;
  const bool loads = instruction.opcode == Opcode::ldmatrix, moves = instruction.opcode == Opcode::movmatrix;
  if (!moves && instruction.space != Space::generic && instruction.space != Space::shared)
    return "its matrices are in shared memory";
  if (instruction.type == Type::b16) return modifiers.shape == MatrixShape{8, 8, 0} ? nullptr : "matrices of .b16 are .m8n8";
  if (!modifiers.transposed) return "matrices of .b8 are transposed: .trans";
  if (modifiers.shape != MatrixShape{16, static_cast<std::uint8_t>(loads ? 16 : 8), 0})
    return loads ? "it loads .m16n16 of .b8" : "it stores .m16n8 of .b8";
  return loads && modifiers.matrices > 2 ? "it loads at most two .m16n16" : nullptr;
}

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
  if (modifiers.finite && !is_whole(a)) return ".satfinite is for integers";
  if (const char* problem = sum_rounding_problem(instruction, a)) return problem;
  return sum_problem(a, d, c, false);
}

}  // namespace

std::array<Type, 4> element_types(const Instruction& instruction) {
  if (instruction.opcode == Opcode::wmma && instruction.third_type == Type::none)
    return {instruction.type, Type::f16, Type::f16, instruction.source_type};
  return {instruction.type, instruction.source_type, instruction.third_type, instruction.fourth_type};
}

MatrixExtent extent(const MatrixShape& shape, Matrix matrix) {
  if (matrix == Matrix::a) return {shape.m, shape.k};
  if (matrix == Matrix::b) return {shape.k, shape.n};
  return {shape.m, shape.n};
}

Fragment fragment(const Instruction& instruction, Matrix matrix) {
  const Modifiers& modifiers = instruction.modifiers;
  const bool is_wmma = instruction.opcode == Opcode::wmma;
  if (instruction.opcode != Opcode::mma && !is_wmma) {  // 8 rows of 16 bytes fill one register of each lane
    const bool both_halves = modifiers.shape == MatrixShape{16, 16, 0};
    return {modifiers.matrices * (both_halves ? 2 : 1), Type::b32};
  }
  Type type = element_types(instruction)[static_cast<std::size_t>(matrix)];
  if (is_wmma && modifiers.step != MatrixStep::multiply) {
    matrix = modifiers.matrix;
    type = instruction.type;
  }
  // Of A and B in .f16, threads hold as many registers for every shape of wmma, some elements more than once.
  if (is_wmma && type == Type::f16 && (matrix == Matrix::a || matrix == Matrix::b)) return {8, Type::b32};
  constexpr int threads = 32;
  const MatrixExtent size = extent(modifiers.shape, matrix);
  return {size.rows * size.columns * bits(type) / (threads * register_bits(type)), register_type(type)};
}

const char* matrix_problem(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::mma:
      return product_problem(instruction);
    case Opcode::wmma:
      return wmma_problem(instruction);
    case Opcode::ldmatrix:
    case Opcode::stmatrix:
    case Opcode::movmatrix:
      return movement_problem(instruction);
    default:
      return nullptr;
  }
}

}  // namespace warplens::ptx
