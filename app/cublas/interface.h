#pragma once

#include "runtime/interface.h"

// The C interface of cuBLAS, as programs are compiled with it. app/cublas defines its functions as declared.

#pragma GCC visibility push(default)

#include "ptx/compile/clang/cublas_calls.cuh"
#include "ptx/compile/clang/cublaslt_calls.cuh"

#pragma GCC visibility pop
