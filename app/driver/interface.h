#pragma once

#include <stddef.h>

#include "base/dim3.h"

// The C interface of the CUDA driver, as programs are compiled with it. app/driver defines its functions as declared: where a
// definition departs from its declaration, or has none, it does not compile.

using dim3 = warplens::base::Dim3;

#pragma GCC visibility push(default)

#include "ptx/compile/clang/driver_calls.cuh"

#pragma GCC visibility pop
