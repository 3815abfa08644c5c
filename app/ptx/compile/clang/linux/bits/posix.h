#pragma once

// The sizes of types: 64-bit long and pointers.

#define _POSIX_V6_LP64_OFF64 1
#define _POSIX_V7_LP64_OFF64 1
