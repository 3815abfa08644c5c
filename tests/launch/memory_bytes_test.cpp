#include "launch/memory_bytes.h"

#include <gtest/gtest.h>

namespace warplens::launch {
namespace {

TEST(MemoryBytes, OfALaunchAreAFixedPartOfThisComputers) {
  EXPECT_GE(max_launch_bytes_here(), std::uint64_t{1} << 28);
  EXPECT_LE(max_launch_bytes_here(), std::uint64_t{8} << 30);
  EXPECT_LE(max_launch_bytes_here(), 2 * max_buffer_here());
}

TEST(MemoryBytes, BuffersThatFitOneByOneAreRefusedTogether) {
  // Without their content, which is not made here.
  const std::uint64_t each = max_buffer_here();
  std::vector<Argument> arguments(2, Buffer{"data", ElementType::u8, each, nullptr});
  arguments.emplace_back(Scalar{ElementType::u32, 7});
  EXPECT_TRUE(check_inputs(arguments).ok());
  arguments.emplace_back(Buffer{"more", ElementType::f32, std::uint64_t{1} << 20, nullptr});
  const auto refused = check_inputs(arguments);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message.find("the launch's buffers take "), 0u) << refused.error().message;
}

}  // namespace
}  // namespace warplens::launch
