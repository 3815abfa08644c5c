#include "ptx/flow/index_origin.h"

#include <gtest/gtest.h>

#include "ptx_text.h"

namespace warplens::ptx {
namespace {

IndexOrigin index_of(const std::string& body, std::uint32_t instruction) {
  return index_origin(parsed_entry(entry_text(body)), instruction);
}

const std::string load_pointer = "ld.param.u64 %d1, [pointer]; ";                                               // 1 instruction
const std::string thread_index = "mov.u32 %r1, %tid.x; ";                                                       // 1
const std::string grid_index = "mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mad.lo.u32 %r1, %r2, %r3, %r4; ";  // 3
const std::string to_address = "mul.wide.u32 %d2, %r1, 4; add.u64 %d3, %d1, %d2; ";                             // 2

TEST(IndexOrigin, IsTheThreadOrTheBlockOrBoth) {
  const IndexOrigin of_thread = index_of(load_pointer + thread_index + to_address + "st.global.u32 [%d3], 1;", 4);
  EXPECT_TRUE(of_thread.thread && !of_thread.block && !of_thread.unknown);
  const IndexOrigin of_both =
      index_of(load_pointer + "mov.u32 %r4, %tid.x; " + grid_index + to_address + "st.global.u32 [%d3], 1;", 7);
  EXPECT_TRUE(of_both.thread && of_both.block && !of_both.unknown);
  EXPECT_FALSE(of_both.walks);
}

TEST(IndexOrigin, IsUnknownWhereTheIndexWasLoaded) {
  EXPECT_TRUE(index_of(load_pointer + "ld.shared.u32 %r1, [tile]; " + to_address + "st.global.u32 [%d3], 1;", 4).unknown);
  EXPECT_TRUE(index_of(load_pointer + "mov.u32 %r1, %smid; " + to_address + "st.global.u32 [%d3], 1;", 4).unknown);
  EXPECT_TRUE(index_of("add.u32 %r1, %r2, 1;", 0).unknown) << "no address";
}

TEST(IndexOrigin, IsUnknownWhereABranchChoosesTheIndex) {
  const std::string by_block = load_pointer + "mov.u32 %r2, %ctaid.x; setp.eq.u32 %p1, %r2, 0; mov.u32 %r1, %tid.x; ";
  EXPECT_TRUE(index_of(by_block + "@%p1 mov.u32 %r1, 7; " + to_address + "st.global.u32 [%d3], 1;", 7).unknown);
  EXPECT_TRUE(index_of(by_block + "@%p1 bra A; mov.u32 %r1, 7; A: " + to_address + "st.global.u32 [%d3], 1;", 8).unknown);
  EXPECT_TRUE(index_of(by_block + "selp.u32 %r1, 7, 9, %p1; " + to_address + "st.global.u32 [%d3], 1;", 7).unknown);
}

TEST(IndexOrigin, WalksInALoopFromTheThread) {
  const IndexOrigin walks =
      index_of(load_pointer + thread_index + "A: " + to_address + "st.global.u32 [%d3], 1; add.u32 %r1, %r1, 5; bra A;", 4);
  ASSERT_TRUE(walks.walks);
  EXPECT_EQ(walks.walks->step.bits, 5u);
  EXPECT_EQ(walks.walks->apart, 1u);
  EXPECT_FALSE(walks.walks->in_bytes || walks.walks->of_block);
}

TEST(IndexOrigin, WalksByAPointer) {
  const IndexOrigin walks =
      index_of(load_pointer + thread_index + to_address + "A: st.global.u32 [%d3], 1; add.u64 %d3, %d3, 20; bra A;", 4);
  ASSERT_TRUE(walks.walks);
  EXPECT_TRUE(walks.walks->in_bytes);
  EXPECT_EQ(walks.walks->step.bits, 20u);
  EXPECT_EQ(walks.walks->apart, 4u);
}

TEST(IndexOrigin, OfAPartPerThreadIsFartherApart) {
  const IndexOrigin walks = index_of(load_pointer + "mov.u32 %r2, %tid.x; mul.lo.u32 %r1, %r2, 8; A: " + to_address +
                                         "st.global.u32 [%d3], 1; add.u32 %r1, %r1, 1; bra A;",
                                     5);
  ASSERT_TRUE(walks.walks);
  EXPECT_EQ(walks.walks->apart, 8u);
}

TEST(IndexOrigin, DoesNotWalkFromAStartThatIsTheSameForAll) {
  EXPECT_FALSE(
      index_of(load_pointer + "mov.u32 %r1, 0; A: " + to_address + "st.global.u32 [%d3], 1; add.u32 %r1, %r1, 1; bra A;", 4)
          .walks);
  EXPECT_FALSE(
      index_of(load_pointer + thread_index + "A: " + to_address + "st.global.u32 [%d3], 1; shl.b32 %r1, %r1, 1; bra A;", 4)
          .walks);
}

TEST(IndexOrigin, OfLongSumsIsFoundAtOnce) {
  std::string sum = load_pointer + thread_index;
  for (int k = 0; k < 200; ++k) sum += "add.u32 %r1, %r1, %r1; ";
  for (int k = 5; k < 9; ++k) sum += "add.u32 %r" + std::to_string(k) + ", %r" + std::to_string(k == 5 ? 1 : k - 1) + ", %r1; ";
  EXPECT_TRUE(index_of(sum + to_address + "st.global.u32 [%d3], 1;", 208).thread);
}

}  // namespace
}  // namespace warplens::ptx
