#include "ptx/flow/cfg.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "ptx_text.h"

namespace warplens::ptx {
namespace {

ControlFlow flow_of(const std::string& body) { return control_flow(parsed_entry(entry_text(body))); }

std::vector<std::uint32_t> post_dominators(const ControlFlow& flow) {
  std::vector<std::uint32_t> result;
  for (const BasicBlock& block : flow.blocks) result.push_back(block.immediate_post_dominator);
  return result;
}

using Blocks = std::vector<std::uint32_t>;

TEST(ControlFlow, OfStraightCodeIsOneBlock) {
  const ControlFlow flow = flow_of("mov.u32 %r1, 0; mov.u32 %r2, 1; ret;");
  ASSERT_EQ(flow.blocks.size(), 1u);
  EXPECT_EQ(flow.blocks[0].first, 0u);
  EXPECT_EQ(flow.blocks[0].last, 2u);
  EXPECT_EQ(flow.blocks[0].successors, Blocks{1});
  EXPECT_EQ(flow.exit, 1u);
  EXPECT_EQ(flow.reconvergence(0), 3u);
}

TEST(ControlFlow, OfADiamondMeetsBehindIt) {
  // 0 branches to 2 (else) or falls through to 1 (then), which jumps to 3; 2 falls through to 3.
  const ControlFlow flow = flow_of("@%p1 bra E; mov.u32 %r1, 1; bra M; E: mov.u32 %r1, 2; M: ret;");
  ASSERT_EQ(flow.blocks.size(), 4u);
  EXPECT_EQ(flow.blocks[0].successors, (Blocks{2, 1}));
  EXPECT_EQ(flow.blocks[1].successors, Blocks{3});
  EXPECT_EQ(flow.blocks[2].successors, Blocks{3});
  EXPECT_EQ(post_dominators(flow), (Blocks{3, 3, 3, 4}));
  EXPECT_EQ(flow.reconvergence(0), 4u);
  EXPECT_EQ(flow.block_of, (Blocks{0, 1, 1, 2, 3}));
}

TEST(ControlFlow, OfALoopMeetsAtItsEnd) {
  const ControlFlow flow = flow_of("mov.u32 %r1, 0; L: add.s32 %r1, %r1, 1; @%p1 bra L; ret;");
  ASSERT_EQ(flow.blocks.size(), 3u);
  EXPECT_EQ(flow.blocks[1].successors, (Blocks{1, 2}));
  EXPECT_EQ(post_dominators(flow), (Blocks{1, 2, 3}));
  EXPECT_EQ(flow.reconvergence(2), 3u);
}

TEST(ControlFlow, OfABranchInALoopMeetsInsideIt) {
  // 0 → 1 (head) → 3 (skip) or 2 (work) → 3 (latch) → 1 or 4.
  const ControlFlow flow = flow_of("L: @%p1 bra S; mov.u32 %r1, 0; S: @%p2 bra L; ret;");
  ASSERT_EQ(flow.blocks.size(), 4u);
  EXPECT_EQ(post_dominators(flow), (Blocks{2, 2, 3, 4}));
}

TEST(ControlFlow, OfNestedBranchesMeetsInsideOut) {
  const ControlFlow flow = flow_of("@%p1 bra M; @%p2 bra I; mov.u32 %r1, 0; I: mov.u32 %r2, 0; M: ret;");
  ASSERT_EQ(flow.blocks.size(), 5u);
  EXPECT_EQ(post_dominators(flow), (Blocks{4, 3, 3, 4, 5}));
}

TEST(ControlFlow, OfAnEarlyReturnMeetsAtTheExit) {
  const ControlFlow flow = flow_of("@%p1 bra W; ret; W: mov.u32 %r1, 0; ret;");
  EXPECT_EQ(post_dominators(flow), (Blocks{3, 3, 3}));
  EXPECT_EQ(flow.reconvergence(0), 4u);
}

TEST(ControlFlow, OfAGuardedReturnGoesOnToo) {
  const ControlFlow flow = flow_of("@%p1 ret; mov.u32 %r1, 0; ret;");
  ASSERT_EQ(flow.blocks.size(), 2u);
  EXPECT_EQ(flow.blocks[0].successors, (Blocks{2, 1}));
  EXPECT_EQ(post_dominators(flow), (Blocks{2, 2}));
}

TEST(ControlFlow, OfAnEndlessLoopMeetsAtTheExit) {
  const ControlFlow flow = flow_of("@%p1 bra L; mov.u32 %r1, 0; ret; L: bra L;");
  ASSERT_EQ(flow.blocks.size(), 3u);
  EXPECT_EQ(flow.blocks[2].successors, Blocks{2});
  EXPECT_EQ(post_dominators(flow), (Blocks{3, 3, 3}));
}

TEST(ControlFlow, OfABranchInsideAnEndlessLoopMeetsAtTheExit) {
  const ControlFlow flow = flow_of("L: @%p1 bra M; mov.u32 %r1, 0; M: bra L;");
  for (const std::uint32_t meeting : post_dominators(flow)) EXPECT_EQ(meeting, flow.exit);
}

TEST(ControlFlow, OfABranchToTheNextInstructionHasOneSuccessor) {
  const ControlFlow flow = flow_of("@%p1 bra N; N: ret;");
  EXPECT_EQ(flow.blocks[0].successors, Blocks{1});
}

TEST(ControlFlow, MayFallOffOrBranchToTheEnd) {
  const ControlFlow flow = flow_of("@%p1 bra end; mov.u32 %r1, 0; end:");
  ASSERT_EQ(flow.blocks.size(), 2u);
  EXPECT_EQ(flow.blocks[0].successors, (Blocks{2, 1}));
  EXPECT_EQ(flow.blocks[1].successors, Blocks{2});
}

TEST(ControlFlow, OfNothingIsNothing) {
  const ControlFlow flow = flow_of("");
  EXPECT_TRUE(flow.blocks.empty());
  EXPECT_EQ(flow.exit, 0u);
}

/// Nodes reachable from 0 without passing through `removed`.
std::vector<bool> reachable_without(const Edges& edges, std::uint32_t removed) {
  std::vector<bool> seen(edges.size(), false);
  std::vector<std::uint32_t> waiting;
  if (removed != 0) waiting.push_back(0);
  while (!waiting.empty()) {
    const std::uint32_t node = waiting.back();
    waiting.pop_back();
    if (seen[node]) continue;
    seen[node] = true;
    for (const std::uint32_t to : edges[node]) {
      if (to != removed) waiting.push_back(to);
    }
  }
  return seen;
}

/// a dominates b if b cannot be reached without a; the immediate dominator is dominated by all other dominators.
TEST(Dominators, AreThoseOfTheDefinitionOnRandomGraphs) {
  base::Random random(7);
  for (int graph = 0; graph < 300; ++graph) {
    const std::uint32_t count = 2 + random.below(14);
    Edges edges(count);
    for (std::uint32_t node = 1; node < count; ++node) edges[random.below(node)].push_back(node);  // keeps all nodes reachable
    for (std::uint32_t more = random.below(3 * count); more > 0; --more)
      edges[random.below(count)].push_back(random.below(count));
    const std::vector<std::uint32_t> found = immediate_dominators(edges, 0);
    std::vector<std::vector<bool>> without;
    for (std::uint32_t node = 0; node < count; ++node) without.push_back(reachable_without(edges, node));
    for (std::uint32_t node = 1; node < count; ++node) {
      const std::uint32_t nearest = found[node];
      ASSERT_NE(nearest, node);
      EXPECT_FALSE(without[nearest][node]) << "graph " << graph << " node " << node;
      for (std::uint32_t other = 0; other < count; ++other) {
        const bool dominates = other != node && !without[other][node];
        EXPECT_FALSE(dominates && other != nearest && without[other][nearest]) << "graph " << graph << " node " << node;
      }
    }
  }
}

/// `count` branches, branch i to label `target(i)`; label i precedes branch i, label `count` is at the end.
template <typename Target>
std::string branches(int count, Target target) {
  std::string body;
  for (int i = 0; i < count; ++i) {
    body += "L" + std::to_string(i) + ": @%p1 bra L" + std::to_string(target(i)) + ";\n";
  }
  return body + "L" + std::to_string(count) + ": ret;";
}

TEST(ControlFlow, OfAHundredThousandBranchesComesToAnEnd) {
  const int count = 100000;
  // All branches to the end; all to the start; crossing branches; ladders.
  EXPECT_EQ(flow_of(branches(count, [&](int) { return count; })).blocks[0].immediate_post_dominator,
            static_cast<std::uint32_t>(count));
  EXPECT_EQ(flow_of(branches(count, [](int) { return 0; })).blocks[0].immediate_post_dominator, 1u);
  EXPECT_EQ(flow_of(branches(count, [&](int i) { return count - 1 - i; })).blocks.size(), static_cast<std::size_t>(count + 1));
  EXPECT_EQ(flow_of(branches(count, [&](int i) { return std::min(i + 2, count); })).blocks.size(),
            static_cast<std::size_t>(count + 1));
}

}  // namespace
}  // namespace warplens::ptx
