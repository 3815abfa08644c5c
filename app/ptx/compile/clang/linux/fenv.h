#pragma once

// The functions of Linux for exceptions of floating-point arithmetic.

#include_next <fenv.h>

#ifdef __cplusplus
extern "C" {
#endif
int feenableexcept(int);
int fedisableexcept(int);
int fegetexcept(void);
#ifdef __cplusplus
}
#endif
