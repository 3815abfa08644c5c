#pragma once

// The PTX of kernels/*.cu, which the build makes and puts into the library: programs may be in a sandbox without other files.

namespace warplens::cublas {

extern const char* const vectors_ptx;
extern const char* const reductions_ptx;
extern const char* const matrices_ptx;
extern const char* const products_ptx;
extern const char* const products_of_types_ptx;
extern const char* const light_products_ptx;

}  // namespace warplens::cublas
