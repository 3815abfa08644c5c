#include "ptx/compile/nvrtc_headers.h"

namespace warplens::ptx {
namespace {

constexpr const char* built_in = "#pragma once\n";

constexpr const char* standard_library = R"(#pragma once
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
)";

// Without INFINITY and NAN of its own, NVRTC has the functions only.
constexpr const char* mathematics = R"(#pragma once
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fffffff)
#define HUGE_VALF INFINITY
#endif
#ifndef M_PI
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_E 2.7182818284590452354
#define M_SQRT2 1.41421356237309504880
#endif
)";

// As the toolkit's host headers have it; NVRTC's own assert does nothing.
constexpr const char* assertion = R"(#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) \
  ((condition) ? (void)0 : __assertfail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__, sizeof(char)))
#endif
)";

constexpr const char* integers = R"(#pragma once
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
#define UINT8_MAX 255
#define INT32_MAX 2147483647
#define INT32_MIN (-INT32_MAX - 1)
#define UINT32_MAX 4294967295u
#define INT64_MAX 9223372036854775807l
#define UINT64_MAX 18446744073709551615ul
namespace std {
using ::int8_t;
using ::uint8_t;
using ::int16_t;
using ::uint16_t;
using ::int32_t;
using ::uint32_t;
using ::int64_t;
using ::uint64_t;
using ::intptr_t;
using ::uintptr_t;
}
)";

// ISO/IEC 9899:2018, 5.2.4.2, for x86-64 Linux.
constexpr const char* integer_limits = R"(#pragma once
#define CHAR_BIT 8
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295u
#define LONG_MAX 9223372036854775807l
#define LONG_MIN (-LONG_MAX - 1)
#define ULONG_MAX 18446744073709551615ul
#define LLONG_MAX 9223372036854775807ll
#define LLONG_MIN (-LLONG_MAX - 1)
#define ULLONG_MAX 18446744073709551615ull
)";

constexpr const char* float_limits = R"(#pragma once
#define FLT_MAX 3.402823466e+38f
#define FLT_MIN 1.175494351e-38f
#define FLT_EPSILON 1.192092896e-07f
#define DBL_MAX 1.7976931348623158e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-16
)";

constexpr NvrtcHeader headers[] = {
    {"cstdio", built_in},          {"stdio.h", built_in},          {"cstring", built_in},       {"string.h", built_in},
    {"cstddef", built_in},         {"stddef.h", built_in},         {"cassert", assertion},      {"assert.h", assertion},
    {"cstdlib", standard_library}, {"stdlib.h", standard_library}, {"cmath", mathematics},      {"math.h", mathematics},
    {"cstdint", integers},         {"stdint.h", integers},         {"climits", integer_limits}, {"limits.h", integer_limits},
    {"cfloat", float_limits},      {"float.h", float_limits},
};

}  // namespace

std::span<const NvrtcHeader> nvrtc_headers() { return headers; }

}  // namespace warplens::ptx
