#include "ptx/compile/former_names.h"

#include <gtest/gtest.h>

// Names that CUDA 13 has removed, as programs write them.

namespace warplens::ptx {
namespace {

TEST(FormerNames, AreMembersAndFunctionsByTheirFirstLine) {
  const auto found = former_names_in(
      "int main() {\n"
      "  cudaThreadSynchronize();\n"
      "  printf(\"%d %d\", prop.clockRate, p->memoryClockRate);\n"
      "  cudaThreadSynchronize();\n"
      "  cudaMemPrefetchAsync(x, 4, 0);\n"
      "}\n");
  EXPECT_EQ(found, (std::vector<FormerName>{{"cudaThreadSynchronize", 2, true},
                                            {"clockRate", 3, true},
                                            {"memoryClockRate", 3, true},
                                            {"cudaMemPrefetchAsync", 5, false}}));
}

TEST(FormerNames, AreWholeWords) {
  EXPECT_TRUE(former_names_in("float clockRate = 1; my.clockRates = 2; mycudaThreadExit(); cudaThreadExits();").empty());
  EXPECT_TRUE(former_names_in("").empty());
  EXPECT_EQ(former_names_in("my.clockRates + my.clockRate").size(), 1u) << "the second one";
}

}  // namespace
}  // namespace warplens::ptx
