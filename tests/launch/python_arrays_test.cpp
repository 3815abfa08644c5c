#include "launch/python/python_arrays.h"

#include <gtest/gtest.h>

#include <cstring>

#include "ptx/parse/demangle.h"
#include "ptx/parse/parser.h"

namespace warplens::launch {
namespace {

struct PythonArrays : ::testing::Test {
  PythonArrays() {
    std::string parameters;
    for (int k = 0; k < 10; ++k) parameters += std::string(k > 0 ? ", " : "") + ".param .u64 p" + std::to_string(k);
    module = *ptx::parse(
        ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry " + mangled + "(" + parameters + ")\n{\n  ret;\n}\n",
        "test");
  }

  /// The bytes of the parameters: memory's manager, parent, elements, bytes of one, data, extents, strides, n.
  std::vector<std::byte> parameters(std::uint64_t address, std::uint64_t rows, std::uint64_t columns, std::uint64_t row_stride,
                                    std::uint64_t stride) const {
    const std::uint64_t words[10] = {0, 0, rows * columns, 4, address, rows, columns, row_stride, stride, 7};
    std::vector<std::byte> bytes(sizeof words);
    std::memcpy(bytes.data(), words, sizeof words);
    return bytes;
  }

  /// The name of "def f(a, n)" for a matrix and a number, as Numba 0.56 makes it.
  std::string mangled = "_ZN6cudapy8__main__1fB2v1E5ArrayIfLi2E1C7mutable7alignedEx";
  ptx::Module module;
};

TEST_F(PythonArrays, HaveTheirShape) {
  ASSERT_TRUE(ptx::numba_kernel_named(mangled)) << ptx::demangled_name(mangled);
  const auto arrays = python_arrays(module.functions[0], parameters(4096, 3, 5, 20, 4));
  ASSERT_EQ(arrays.size(), 1u);
  EXPECT_EQ(arrays[0].parameter, 0u);
  EXPECT_EQ(arrays[0].address, 4096u);
  EXPECT_EQ(arrays[0].element_bytes, 4u);
  EXPECT_EQ(arrays[0].extents, (std::vector<std::uint64_t>{3, 5}));
  EXPECT_TRUE(arrays[0].row_by_row);
  EXPECT_EQ(extents_of({4096, 60, 4}, arrays), (std::vector<std::uint64_t>{3, 5}));
  EXPECT_TRUE(extents_of({4096, 60, 8}, arrays).empty()) << "its elements are shown as others";
  EXPECT_TRUE(extents_of({4100, 60, 4}, arrays).empty()) << "it begins elsewhere";
  EXPECT_TRUE(extents_of({4096, 56, 4}, arrays).empty()) << "larger than its memory";
  for (const std::uint64_t extent : {std::uint64_t{0}, std::uint64_t{1} << 62, ~std::uint64_t{0}}) {
    const std::vector<PythonArray> damaged{{0, 4096, 4, {extent, 5}, true}};
    EXPECT_TRUE(extents_of({4096, 60, 4}, damaged).empty()) << extent;
  }
}

TEST_F(PythonArrays, OfOtherStridesHaveNoIndicesForElements) {
  for (const auto& [row, column] : {std::pair{4, 12}, {40, 4}, {20, 8}}) {
    const auto arrays = python_arrays(
        module.functions[0], parameters(4096, 3, 5, static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(column)));
    ASSERT_EQ(arrays.size(), 1u);
    EXPECT_FALSE(arrays[0].row_by_row) << row << ", " << column;
    EXPECT_TRUE(extents_of({4096, 60, 4}, arrays).empty());
  }
}

TEST_F(PythonArrays, ThatDisagreeHaveNone) {
  const std::vector<PythonArray> arrays{{0, 4096, 4, {3, 5}, true}, {1, 4096, 4, {5, 3}, true}};
  EXPECT_TRUE(extents_of({4096, 60, 4}, arrays).empty());
  EXPECT_EQ(extents_of({4096, 60, 4}, std::span(arrays).first(1)), (std::vector<std::uint64_t>{3, 5}));
}

TEST_F(PythonArrays, OfDamagedLaunchesAreLeftOut) {
  EXPECT_TRUE(python_arrays(module.functions[0], {}).empty());
  auto few = parameters(4096, 3, 5, 20, 4);
  few.resize(33);
  EXPECT_TRUE(python_arrays(module.functions[0], few).empty());
  module.functions[0].name = "of_c";
  EXPECT_TRUE(python_arrays(module.functions[0], parameters(4096, 3, 5, 20, 4)).empty());
}

}  // namespace
}  // namespace warplens::launch
