#pragma once

#include "ptx/module.h"

// The matrices of warp-wide instructions (PTX ISA, "Warp Level Matrix Instructions"): each thread holds a fragment of each.

namespace warplens::ptx {

/// Registers that one thread holds of a matrix.
struct Fragment {
  int registers = 0;
  Type type = Type::none;  ///< of each register
};

/// The matrices of an mma: D = A·B + C.
enum class Matrix : std::uint8_t { d, a, b, c };

/// The fragment of a matrix of an mma, or, as Matrix::a or Matrix::d, that of ldmatrix and stmatrix.
Fragment fragment(const Instruction& instruction, Matrix matrix);

/// What is wrong with the shape, the layouts or the types of an mma, ldmatrix, stmatrix or movmatrix; or null.
const char* matrix_problem(const Instruction& instruction);

}  // namespace warplens::ptx
