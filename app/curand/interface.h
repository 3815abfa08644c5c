#pragma once

#include "runtime/interface.h"

// The C interface of cuRAND, as programs are compiled with it. app/curand defines its functions as declared.

#pragma GCC visibility push(default)

#include "ptx/compile/clang/curand_calls.cuh"

#pragma GCC visibility pop
