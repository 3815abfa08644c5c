
#include "desk/moment.h"
#include "desk/view_inputs.h"
#include "tests/desk/desk_test_base.h"

namespace warplens::desk {
namespace {

TEST(Places, ARangeIsSaidOnlyOfElementsWithoutAGap) {
  EXPECT_EQ(places_text("a", {7, 7, 7}), "a[7]");
  EXPECT_EQ(places_text("a", {7, 8}), "a[7] to a[8]");
  EXPECT_EQ(places_text("p", {1, 4, 7, 10}, {{"x", "y", "z"}, {}}), "p[0].y, p[1].y … p[3].y");
  EXPECT_EQ(places_text("a", {9, 7}), "a[7] and a[9]");
  EXPECT_EQ(places_text("a", {1000, 1001, 1002, 1001}), "a[1000] to a[1002]");
  EXPECT_EQ(places_text("a", {0, 8, 16}), "a[0], a[8], a[16]");
  EXPECT_EQ(places_text("a", {24, 0, 8, 16}), "a[0], a[8] … a[24]");
  EXPECT_EQ(places_text("a", {0, 1, 72, 73}), "4 elements between a[0] and a[73]");
}

using MomentTest = DeskTest;

/// What the desk says of the last access before a step.
std::string said(Desk& desk, std::uint64_t step) {
  desk.playback.place = step;
  const view::Input input = input_of(desk);
  return view::plain(moment(desk, &input));
}

/// Row after the first access of this kind to this space.
std::uint64_t after_first(const trace::Trace& trace, trace::AccessKind kind, trace::MemorySpace space) {
  for (std::size_t row = 0; row < trace.accesses.size(); ++row)
    if (trace.accesses.kind[row] == kind && trace.accesses.space[row] == space) return trace.accesses.step[row] + 1;
  return 0;
}

TEST_F(MomentTest, NamesTheArrayInSharedMemoryAndSpeaksOfOneThreadInTheSingular) {
  ASSERT_TRUE(choose_experiment(desk_.choices, "barrier").ok());
  ASSERT_TRUE(choose_entry(desk_.choices, 1).ok());
  run_chosen();
  const trace::Trace& trace = desk_.runs.shown->trace();
  // Each thread writes its element of the block's array, `shared[threadIdx.x] = …`.
  const std::string shared = said(desk_, after_first(trace, trace::AccessKind::write, trace::MemorySpace::shared));
  ASSERT_FALSE(desk_.runs.shown->arrays.empty());
  EXPECT_NE(shared.find("32 threads wrote " + desk_.runs.shown->arrays.front().name + "["), std::string::npos) << shared;
  EXPECT_TRUE(shared.ends_with("in shared memory.")) << shared;
  EXPECT_EQ(shared.find("shared memory["), std::string::npos) << shared;

  desk_.choices.session.settings.block = {1, 1, 1};
  desk_.choices.session.settings.grid = {1, 1, 1};
  run_chosen();
  const std::string alone =
      said(desk_, after_first(desk_.runs.shown->trace(), trace::AccessKind::write, trace::MemorySpace::global));
  EXPECT_EQ(alone, "In block 0, warp 0, 1 thread wrote out[0] in global memory. It wrote 0.");
}

TEST_F(MomentTest, CountsElementsByTheBuffersTypeWhateverTheWidthOfTheAccess) {
  ASSERT_TRUE(choose_experiment(desk_.choices, "bandwidth").ok());
  ASSERT_TRUE(choose_entry(desk_.choices, 2).ok());  // 16 bytes a thread
  run_chosen();
  const std::string text =
      said(desk_, after_first(desk_.runs.shown->trace(), trace::AccessKind::read, trace::MemorySpace::global));
  // clang reads them as two halves, of two elements each.
  const bool whole = text.find("32 threads read source[0] to source[127] in global memory") != std::string::npos;
  EXPECT_TRUE(whole || text.find("32 threads read 64 elements between source[") != std::string::npos) << text;
}

}  // namespace
}  // namespace warplens::desk
