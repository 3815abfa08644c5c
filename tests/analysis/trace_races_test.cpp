#include "analysis/trace_races.h"

#include <gtest/gtest.h>

#include "tests/simt/launcher.h"

// Races found from a trace alone, as recorded on a GPU. Here the SIMT machine produces the traces.

namespace warplens::analysis {
namespace {

using launch::ElementType;

const std::string head =
    ".reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %d<9>; .shared .align 4 .b8 tile[1024];\n"
    "ld.param.u64 %d1, [data]; cvta.to.global.u64 %d1, %d1; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n"
    "mov.u32 %r3, %ntid.x; mad.lo.u32 %r4, %r2, %r3, %r1; mul.wide.u32 %d2, %r4, 4; add.u64 %d3, %d1, %d2;\n"
    "mov.u32 %r5, tile; shl.b32 %r6, %r1, 2; add.u32 %r6, %r6, %r5;\n";

/// Races in the trace of 2 blocks of 64 threads; `%d1` is a buffer of 128 words, `%d3` the thread's own element of it, `%r6` its
/// own element of shared memory.
TraceRaces races_of(const std::string& body) {
  launch::Launch launch = simt::launch_of(simt::entry_text(".param .u64 data", head + body + " ret;"), 2, 64,
                                          {simt::buffer(ElementType::u32, std::vector<std::uint32_t>(128, 1), "data")});
  launch.trace_level = trace::Level::memory;
  const auto result = simt::run(launch);
  if (!result) throw std::runtime_error(base::describe(result.error()));
  return trace_races(launch, result->trace);
}

TEST(TraceRaces, EveryThreadItsOwnElement) {
  const TraceRaces races = races_of("ld.global.u32 %r7, [%d3]; add.u32 %r7, %r7, 1; st.global.u32 [%d3], %r7;");
  EXPECT_TRUE(races.findings.empty());
  EXPECT_EQ(races.unchecked, "");
}

TEST(TraceRaces, ACounterWithoutAtomics) {
  const TraceRaces races = races_of("ld.global.u32 %r7, [%d1]; add.u32 %r7, %r7, 1; st.global.u32 [%d1], %r7;");
  ASSERT_FALSE(races.findings.empty());
  for (const launch::Finding& finding : races.findings) {
    EXPECT_EQ(finding.kind, launch::FindingKind::data_race);
    EXPECT_EQ(finding.space, "global");
    EXPECT_EQ(finding.buffer, "data");
    EXPECT_EQ(finding.element, 0);
    ASSERT_TRUE(finding.second);
    EXPECT_FALSE(finding.first.block == finding.second->block && finding.first.thread == finding.second->thread);
    EXPECT_FALSE(finding.message.empty());
  }
}

TEST(TraceRaces, AnAtomicCounter) { EXPECT_TRUE(races_of("atom.global.add.u32 %r7, [%d1], 1;").findings.empty()); }

TEST(TraceRaces, AnAtomicAndAPlainStore) {
  const TraceRaces races = races_of("atom.global.add.u32 %r7, [%d1], 1; setp.eq.u32 %p1, %r4, 100; @%p1 st.global.u32 [%d1], 7;");
  ASSERT_FALSE(races.findings.empty());
  const launch::Finding& finding = races.findings.front();
  EXPECT_TRUE(finding.first.access == trace::AccessKind::atomic || finding.second->access == trace::AccessKind::atomic);
}

TEST(TraceRaces, LanesOfOneWarpThatStoreTogether) {
  const TraceRaces races = races_of("setp.lt.u32 %p1, %r4, 2; @%p1 st.global.u32 [%d1], %r1;");
  ASSERT_EQ(races.findings.size(), 1u);
  EXPECT_EQ(races.findings[0].first.thread.x, 0u);
  EXPECT_EQ(races.findings[0].second->thread.x, 1u);
  EXPECT_FALSE(races.findings[0].benign_looking);
  EXPECT_EQ(races.findings[0].count, 1u);
}

TEST(TraceRaces, TheSameValueLooksBenign) {
  const TraceRaces races = races_of("setp.lt.u32 %p1, %r4, 2; @%p1 st.global.u32 [%d1], 5;");
  ASSERT_EQ(races.findings.size(), 1u);
  EXPECT_TRUE(races.findings[0].benign_looking);
}

const std::string exchange =  // each thread reads the element stored by the thread 32 after it
    "st.shared.u32 [%r6], %r1; BARRIER xor.b32 %r7, %r1, 32; shl.b32 %r7, %r7, 2; add.u32 %r7, %r7, %r5;\n"
    "ld.shared.u32 %r8, [%r7]; st.global.u32 [%d3], %r8;";

std::string exchange_with(const std::string& barrier) {
  std::string body = exchange;
  return body.replace(body.find("BARRIER"), 7, barrier);
}

TEST(TraceRaces, ABarrierOrdersWhatABlockShares) {
  EXPECT_TRUE(races_of(exchange_with("bar.sync 0;")).findings.empty());
  const TraceRaces races = races_of(exchange_with(""));
  ASSERT_FALSE(races.findings.empty());
  EXPECT_EQ(races.findings[0].space, "shared");
  EXPECT_EQ(races.findings[0].first.block, races.findings[0].second->block);
}

TEST(TraceRaces, ABarrierOrdersNothingBetweenBlocks) {
  const TraceRaces races = races_of("setp.eq.u32 %p1, %r1, 0; @%p1 st.global.u32 [%d1], %r2; bar.sync 0;");
  ASSERT_EQ(races.findings.size(), 1u);
  EXPECT_NE(races.findings[0].first.block, races.findings[0].second->block);
}

TEST(TraceRaces, BlocksHaveSharedMemoryOfTheirOwn) {
  EXPECT_TRUE(races_of("setp.eq.u32 %p1, %r1, 0; @%p1 st.shared.u32 [tile], %r2; bar.sync 0;").findings.empty());
}

TEST(TraceRaces, WhatOrdersThreadsOtherwiseIsNotLookedAt) {
  for (const char* body :
       {"st.global.u32 [%d1], 1; membar.gl;", "st.volatile.global.u32 [%d1], 1;", "st.release.gpu.global.u32 [%d1], 1;",
        "st.global.u32 [%d1], 1; bar.sync 1, 64;", "st.global.u32 [%d1], 1; bar.sync 0; bar.sync 1;"}) {
    const TraceRaces races = races_of(body);
    EXPECT_TRUE(races.findings.empty()) << body;
    EXPECT_NE(races.unchecked, "") << body;
  }
}

}  // namespace
}  // namespace warplens::analysis
