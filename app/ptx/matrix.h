#pragma once

#include <array>

#include "ptx/module.h"

// The matrices of warp-wide instructions (PTX ISA, "Warp Level Matrix Instructions"): each thread holds a fragment of each.

namespace warplens::ptx {

/// Registers that one thread holds of a matrix.
struct Fragment {
  int registers = 0;
  Type type = Type::none;  ///< of each register
};

/// The types of the elements of D, A, B, C of an mma or wmma.mma, by Matrix.
std::array<Type, 4> element_types(const Instruction& instruction);

/// Rows and columns of a matrix of this shape.
struct MatrixExtent {
  int rows = 0, columns = 0;
};
MatrixExtent extent(const MatrixShape& shape, Matrix matrix);

/// The fragment of a matrix of an mma or wmma.mma, or, whichever matrix is given, that of ldmatrix, stmatrix, wmma.load and
/// wmma.store.
Fragment fragment(const Instruction& instruction, Matrix matrix);

/// What is wrong with the shape, the layouts or the types of an mma, wmma, ldmatrix, stmatrix or movmatrix; or null.
const char* matrix_problem(const Instruction& instruction);

}  // namespace warplens::ptx
