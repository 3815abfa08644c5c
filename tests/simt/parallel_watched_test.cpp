#include <gtest/gtest.h>

#include "base/resources.h"
#include "ptx/compile/compile.h"
#include "tests/simt/bodies.h"
#include "tests/simt/on_cores.h"

// A launch that is checked and traced on several cores: the same findings, and the same trace to the last byte, as on one.

namespace warplens::simt {
namespace {

using launch::Launch;
using launch::LaunchResult;

/// Addresses of the thread's own cell of shared memory in %n, and of its neighbour's in %z.
const std::string cells_of =
    "mov.u32 %n, cells;\nmad.lo.u32 %n, %t, 4, %n;\nxor.b32 %z, %t, 32;\nmov.u32 %y, cells;\nmad.lo.u32 %z, %z, 4, %y;\n";
/// Reads what a thread of another warp writes, without a barrier.
const std::string shared_race = cells_of + "st.shared.u32 [%n], %g;\nld.shared.u32 %x, [%z];\nst.global.u32 [%to], %x;\nret;\n";
/// The same, of blocks from the tenth on, and from lanes that depend on the block.
const std::string late_race =
    cells_of +
    "setp.lt.u32 %p, %x, 10;\n@%p bra END;\nand.b32 %y, %t, 15;\nsetp.ne.u32 %q, %y, %x;\n@%q bra END;\n"
    "st.shared.u32 [%n], %g;\nld.shared.u32 %y, [%z];\nst.global.u32 [%to], %y;\nEND:\nret;\n";
/// Stores of one value, and of two, to one cell.
const std::string equal_stores = "st.shared.u32 [cells], 7;\nst.shared.u32 [cells+4], %t;\nst.global.u32 [%to], %g;\nret;\n";
const std::string unwritten_shared = cells_of + "ld.shared.u32 %y, [%n];\nst.global.u32 [%to], %y;\nret;\n";
/// Uninitialised reads, some of them explained by a race with a later write.
const std::string early_reads = cells_of +
                                "ld.shared.u32 %y, [%n];\nsetp.lt.u32 %p, %t, 20;\n@%p st.shared.u32 [%z], %t;\n"
                                "st.global.u32 [%to], %y;\nret;\n";
const std::string unwritten_local =
    ".local .align 4 .b8 own[8];\nst.local.u32 [own], %g;\nld.local.u32 %y, [own+4];\nadd.u32 %y, %y, 1;\nst.global.u32 [%to], "
    "%y;\nret;\n";
/// Half of each block arrives at one barrier, the other half at another.
const std::string apart =
    "setp.lt.u32 %p, %t, 32;\n@%p bra A;\nbar.sync 0;\nbra END;\nA:\nbar.sync 0;\nEND:\nst.global.u32 [%to], %g;\nret;\n";
/// Some threads leave between two barriers.
const std::string leaves =
    "bar.sync 0;\nand.b32 %y, %t, 31;\nsetp.eq.u32 %p, %y, 3;\n@%p ret;\nbar.sync 0;\nst.global.u32 [%to], %g;\nret;\n";
/// The value of a lane that takes no part in the shuffle is stored.
const std::string shuffled_from_nobody =
    "and.b32 %y, %t, 31;\nsetp.ge.u32 %p, %y, 16;\n@%p bra END;\nshfl.sync.down.b32 %z, %g, 8, 31, 65535;\n"
    "st.global.u32 [%to], %z;\nEND:\nret;\n";
/// Offsets that are not affine, vectors, and narrow accesses.
const std::string irregular =
    "mul.lo.u32 %y, %t, %t;\nrem.u32 %y, %y, 64;\nmul.wide.u32 %w, %y, 4;\nadd.u64 %w, %in, %w;\nld.global.u32 %z, [%w];\n"
    "and.b32 %n, %g, 2556;\nmul.wide.u32 %w, %n, 4;\nadd.u64 %w, %in, %w;\nld.global.v2.u32 {%x, %y}, [%w];\nadd.u32 %z, %z, "
    "%y;\n"
    "ld.global.u8 %y, [%from];\nadd.u32 %z, %z, %y;\nst.global.u32 [%to], %z;\nret;\n";

Launch watched(const std::string& body, trace::Level level = trace::Level::full) {
  Launch launch = launch_of_body(body);
  launch.check = true;
  launch.trace_level = level;
  return launch;
}

class WatchedKernels : public testing::TestWithParam<std::string> {};

TEST_P(WatchedKernels, AreTheSameOnAnyNumberOfCores) {
  for (const trace::Level level : {trace::Level::none, trace::Level::memory, trace::Level::full}) {
    const Launch launch = watched(GetParam(), level);
    for (const std::uint32_t multiprocessors : {2u, 3u, 7u}) {
      const DeviceSpec spec = crowded(multiprocessors);
      const LaunchResult alone = run_alone(launch, spec);
      ASSERT_EQ(alone.outcome, launch::Outcome::finished);
      for (const std::uint32_t cores : {2u, 3u, 8u}) {
        SCOPED_TRACE(std::to_string(multiprocessors) + " multiprocessors, " + std::to_string(cores) + " cores");
        const auto together = run_on(launch, cores, spec);
        ASSERT_TRUE(together);
        expect_same(*together, alone);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(WithoutDefects, WatchedKernels,
                         testing::Values(reads_input, diverges, exchanges, increments, irregular));
INSTANTIATE_TEST_SUITE_P(WithDefects, WatchedKernels,
                         testing::Values(shared_race, late_race, equal_stores, unwritten_shared, early_reads, unwritten_local,
                                         apart, leaves, shuffled_from_nobody));

TEST(WatchedLaunch, FindsWhatIsWrong) {
  using enum launch::FindingKind;
  const std::vector<std::pair<std::string, launch::FindingKind>> defects{{shared_race, data_race},
                                                                         {late_race, data_race},
                                                                         {unwritten_shared, uninitialised_read},
                                                                         {unwritten_local, uninitialised_read},
                                                                         {apart, barrier_divergence},
                                                                         {leaves, barrier_divergence},
                                                                         {shuffled_from_nobody, inactive_lane}};
  for (const auto& [body, kind] : defects) {
    const auto together = run_on(watched(body), 2);
    ASSERT_TRUE(together) << body;
    ASSERT_FALSE(together->findings.empty()) << body;
    EXPECT_EQ(together->findings.front().kind, kind) << body;
  }
  // One pair of stores is equal in all blocks, by their constant, the other in none.
  const auto stores = run_on(watched(equal_stores), 2);
  ASSERT_EQ(stores->findings.size(), 1u);
  EXPECT_FALSE(stores->findings[0].benign_looking);
  ASSERT_EQ(stores->notes.size(), 1u);
  EXPECT_TRUE(stores->notes[0].benign_looking);
}

TEST(WatchedLaunch, NamesTheElementOfAVectorThatIsUsed) {
  launch::Launch launch = launch_of(entry_text(".param .u64 to", R"(
  .local .align 16 .b8 values[16];
  .reg .u64 %to;
  .reg .u32 %r<4>;
  ld.param.u64 %to, [to];
  ld.local.v4.u32 {%r0, %r1, %r2, %r3}, [values];
  st.global.u32 [%to], %r2;
  add.u32 %r2, %r2, 1;
  st.global.u32 [%to], %r2;
  ret;
)"),
                                    1, 1, {buffer(launch::ElementType::u32, std::vector<std::uint32_t>(1))});
  launch.check = true;
  const auto result = run(launch);
  ASSERT_TRUE(result);
  ASSERT_EQ(result->findings.size(), 1u);
  EXPECT_EQ(result->findings[0].kind, launch::FindingKind::uninitialised_read);
  EXPECT_EQ(result->findings[0].buffer, "values");
  EXPECT_EQ(result->findings[0].element, 2);
}

TEST(WatchedLaunch, AFaultIsLeftToOneCore) {
  const Launch launch = watched("ld.global.u32 %x, [%to+1024];\nst.global.u32 [%to], %x;\nret;\n");
  EXPECT_FALSE(run_on(launch, 2));
  launch::Progress progress;
  const LaunchResult result = make_device(two_sm_toy(), 2)->run(launch, progress).value();
  expect_same(result, run_alone(launch));
  ASSERT_FALSE(result.findings.empty());
  EXPECT_EQ(result.findings.back().kind, launch::FindingKind::out_of_bounds);
}

TEST(WatchedLaunch, ATraceIsCutOffAtItsBudgetWhereThatOfOneCoreIs) {
  for (const std::string& body : {exchanges, diverges, irregular}) {
    for (const trace::Level level : {trace::Level::memory, trace::Level::full}) {
      Launch launch = watched(body, level);
      launch.check = false;
      const DeviceSpec spec = crowded(3);
      const std::uint64_t whole = run_alone(launch, spec).trace.bytes();
      for (std::uint64_t part = 0; part <= 24; ++part) {
        launch.trace_budget = whole * part / 20 + 7 * part;
        const LaunchResult alone = run_alone(launch, spec);
        for (const std::uint32_t cores : {2u, 3u}) {
          const auto together = run_on(launch, cores, spec);
          ASSERT_TRUE(together);
          expect_same(*together, alone);
          const auto in_turn = run_without_helpers(launch, cores, spec);
          ASSERT_TRUE(in_turn);
          expect_same(*in_turn, alone);
        }
      }
    }
  }
}

TEST(WatchedLaunch, EachBudgetInAFewTurnsCutsAtTheSamePlace) {
  Launch launch = watched(exchanges);
  launch.grid.x = 4;
  launch.check = false;
  const DeviceSpec spec = crowded(2);
  for (std::uint64_t budget = 20'000; budget < 26'000; budget += 37) {
    launch.trace_budget = budget;
    const LaunchResult alone = run_alone(launch, spec);
    EXPECT_EQ(alone.trace.truncation, trace::Truncation::budget);
    const auto together = run_on(launch, 2, spec);
    ASSERT_TRUE(together);
    expect_same(*together, alone);
  }
}

TEST(WatchedLaunch, MoreUninitialisedReadsThanAreRemembered) {
  // 2^16 elements are remembered, in all of more blocks.
  Launch launch = watched(unwritten_shared, trace::Level::none);
  const std::uint32_t many = 1100;
  launch.grid.x = many;
  launch.arguments = {buffer(launch::ElementType::u32, std::vector<std::uint32_t>(many * block), "a"),
                      buffer(launch::ElementType::u32, std::vector<std::uint32_t>(many * block), "b")};
  const auto together = run_on(launch, 2);
  ASSERT_TRUE(together);
  expect_same(*together, run_alone(launch));
  EXPECT_EQ(together->findings.at(0).count, std::uint64_t{many} * block);
}

TEST(WatchedLaunch, KernelsOfCudaAreTheSame) {
  const auto load = [](const char* file, const char* entry, std::uint32_t grid, std::uint32_t block,
                       std::vector<launch::Argument> arguments) {
    auto text = ptx::load(base::resource_folder() / "kernels" / file);
    if (!text) throw std::runtime_error(base::describe(text.error()));
    Launch launch = launch_of(*text, grid, block, std::move(arguments));
    launch.entry = ptx::find_entry(*launch.module, entry).value();
    return launch;
  };
  const auto floats = [](std::size_t count, const char* name) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i % 17);
    return buffer(launch::ElementType::f32, values, name);
  };
  const auto size = [](std::uint64_t value) { return scalar(launch::ElementType::i32, value); };
  std::vector<Launch> launches{load("increment.ptx", "increment", 100, 256, {floats(25'599, "data"), size(25'599)})};
  for (const char* const entry : {"matrix_naive", "matrix_tiled"}) {
    launches.push_back(load("matrix_multiplication.ptx", entry, 1, 1,
                            {floats(64 * 48, "a"), floats(48 * 64, "b"), floats(64 * 64, "c"), size(64), size(48), size(64)}));
    launches.back().grid = {4, 4, 1};
    launches.back().block = {16, 16, 1};
  }
  const DeviceSpec& large = *device_spec_named("rtx-2080-ti");
  for (Launch& launch : launches) {
    launch.check = true;
    for (const trace::Level level : {trace::Level::none, trace::Level::full}) {
      launch.trace_level = level;
      for (const DeviceSpec& spec : {crowded(3), large}) {
        const LaunchResult alone = run_alone(launch, spec);
        EXPECT_TRUE(alone.findings.empty());
        for (const std::uint32_t cores : {2u, 3u, 8u}) {
          const auto together = run_on(launch, cores, spec);
          ASSERT_TRUE(together);
          expect_same(*together, alone);
        }
      }
    }
  }
}

}  // namespace
}  // namespace warplens::simt
