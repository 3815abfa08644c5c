#pragma once

#include <array>

#include "ptx/module.h"

// The matrices of warp-wide instructions (PTX ISA, "Warp Level Matrix Instructions"): each thread holds a fragment of
// each.

namespace warplens::ptx {

/// One thread's registers for a matrix.
struct Fragment {
  int registers = 0;
  Type type = Type::none;  ///< type of each register
};

/// The types of the elements of D, A, B, C of an mma or wmma.mma, by Matrix.
std::array<Type, 4> element_types(const Instruction& instruction);

/// Rows and columns of a matrix of this shape.
struct MatrixExtent {
  int rows = 0, columns = 0;
};
MatrixExtent extent(const MatrixShape& shape, Matrix matrix);

/// Find the fragment of a matrix of an mma or wmma.mma. For ldmatrix, stmatrix, wmma.load and wmma.store: their only fragment,
/// whichever matrix is given.
Fragment fragment(const Instruction& instruction, Matrix matrix);

/// The problem with the shape, layouts or types of an mma, wmma, ldmatrix, stmatrix or movmatrix; null if there is none.
const char* matrix_problem(const Instruction& instruction);

}  // namespace warplens::ptx
