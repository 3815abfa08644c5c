#include "ptx/parse/numba_name.h"

#include <gtest/gtest.h>

#include "ptx/parse/demangle.h"

namespace warplens::ptx {
namespace {

// As Numba 0.56 mangles: @cuda.jit def saxpy(r, a, x), with float32[:, ::1], float32 and int64[:].
const std::string saxpy =
    "_ZN6cudapy8__main__"
    "5saxpyB2v1B98cw51cXTLSUwv1oDHpC0oJQBDAi1SkIQh8Y8kgBqnMAkkq2yr1cHmq1spGOgoqIP8BLIKyIWoVYeFC1AEGr7qQK1AnnGtJgA_3dE5ArrayI"
    "fLi2E1C7mutable7alignedEf5ArrayIxLi1E1A7mutable7alignedE";

TEST(NumbaName, IsTakenApart) {
  const auto kernel = numba_kernel_named(saxpy);
  ASSERT_TRUE(kernel.has_value());
  EXPECT_EQ(kernel->name, "saxpy");
  EXPECT_EQ(demangled_name(saxpy), "saxpy");
  EXPECT_EQ(text_of(*kernel), "saxpy(float32[:, :], float32, int64[:])");
  ASSERT_EQ(kernel->parameters.size(), 3u);
  const PythonParameter &matrix = kernel->parameters[0], &scalar = kernel->parameters[1], &vector = kernel->parameters[2];
  EXPECT_TRUE(matrix.is_array() && vector.is_array() && !scalar.is_array());
  EXPECT_EQ(matrix.in_c, "float");
  EXPECT_EQ(matrix.count, 9u);
  EXPECT_EQ(matrix.data(), 4u);
  EXPECT_EQ(matrix.extent(1), 6u);
  EXPECT_EQ(matrix.stride(1), 8u);
  EXPECT_EQ(scalar.first, 9u);
  EXPECT_EQ(vector.data(), 14u);
}

TEST(NumbaName, OfOtherFunctionsIsNone) {
  EXPECT_FALSE(numba_kernel_named("_Z5saxpyPffS_").has_value());
  EXPECT_FALSE(numba_kernel_named("saxpy").has_value());
  for (const char* text :
       {"", "cudapy::", "cudapy::f", "cudapy::f()", "cudapy::f[abi:v1]", "cudapy::f[abi:v1](", "f[abi:v1](int)"})
    EXPECT_FALSE(numba_kernel(text).has_value()) << text;
}

TEST(NumbaName, ParametersEndWhereTheirFormIsUnknown) {
  const auto kernel = numba_kernel("cudapy::a::b[abi:v1](int, UniTuple<int, 2>, float)");
  ASSERT_TRUE(kernel.has_value());
  EXPECT_EQ(text_of(*kernel), "b(int32)");
  for (const char* array :
       {"Array<float>", "Array<float, x, C>", "Array<float, -1, C>", "Array<float, 99999999999, C>", "Array<", "Array<>"})
    EXPECT_TRUE(numba_kernel(std::string("cudapy::b[abi:v1](") + array + ")")->parameters.empty()) << array;
  EXPECT_EQ(text_of(*numba_kernel("cudapy::b[abi:v1](Array<complex64, 1, C>)")), "b(?[:])");
}

}  // namespace
}  // namespace warplens::ptx
