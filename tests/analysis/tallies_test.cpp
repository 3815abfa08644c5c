#include "analysis/tallies.h"

#include <gtest/gtest.h>

#include "analysis/counter_table.h"
#include "analysis/instruction_mix.h"
#include "base/resources.h"
#include "ptx/compile/compile.h"
#include "tests/simt/launcher.h"

// Tallies counted during a run and tallies computed from its trace agree, and sums by line and by kind are complete.

namespace warplens::analysis {
namespace {

using launch::ElementType;
using launch::Tally;

/// 32 × 8 threads transpose a tile of 32 × 32 floats: rows in, columns out. `pitch`: floats between rows of the tile.
std::string transposition(int pitch) {
  const std::string row = std::to_string(4 * pitch);
  return simt::entry_text(".param .u64 in, .param .u64 out", R"(
    .reg .b32 %r<16>; .reg .b64 %a<8>; .reg .f32 %f<2>; .reg .pred %q;
    .shared .align 4 .b8 tile[4224];
    ld.param.u64 %a1, [in]; cvta.to.global.u64 %a1, %a1; ld.param.u64 %a2, [out]; cvta.to.global.u64 %a2, %a2;
    mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.x; and.b32 %r1, %r1, 31; shr.u32 %r2, %r2, 5; mov.u32 %r3, tile; mov.u32 %r4, %r2;
  LOAD:
    mad.lo.u32 %r5, %r4, 32, %r1; mul.wide.u32 %a3, %r5, 4; add.s64 %a3, %a3, %a1; ld.global.f32 %f1, [%a3];
    mad.lo.u32 %r6, %r4, )" + row + R"(, %r3; shl.b32 %r7, %r1, 2; add.u32 %r6, %r6, %r7; st.shared.f32 [%r6], %f1;
    add.u32 %r4, %r4, 8; setp.lt.u32 %q, %r4, 32; @%q bra LOAD;
    bar.sync 0; mov.u32 %r4, %r2;
  STORE:
    mad.lo.u32 %r6, %r1, )" + row + R"(, %r3; shl.b32 %r7, %r4, 2; add.u32 %r6, %r6, %r7; ld.shared.f32 %f1, [%r6];
    mad.lo.u32 %r5, %r4, 32, %r1; mul.wide.u32 %a3, %r5, 4; add.s64 %a3, %a3, %a2; st.global.f32 [%a3], %f1;
    add.u32 %r4, %r4, 8; setp.lt.u32 %q, %r4, 32; @%q bra STORE;
    ret;)");
}

launch::Launch turned(int pitch) {
  const std::vector<float> tile(1024, 1);
  return simt::launch_of(transposition(pitch), 3, 256,
                         {simt::buffer(ElementType::f32, tile), simt::buffer(ElementType::f32, tile)});
}

launch::Launch of_kernel(const std::string& file, const std::string& entry, std::uint32_t grid, std::uint32_t block,
                         std::vector<launch::Argument> arguments) {
  auto text = ptx::load(base::resource_folder() / "kernels" / (file + ".ptx"));
  if (!text) throw std::runtime_error(base::describe(text.error()));
  launch::Launch launch = simt::launch_of(std::move(*text), grid, block, std::move(arguments));
  launch.entry = *ptx::find_entry(*launch.module, entry);
  return launch;
}

launch::LaunchResult finished(launch::Launch launch, trace::Level level) {
  launch.trace_level = level;
  auto result = simt::run(launch);
  if (!result) throw std::runtime_error(base::describe(result.error()));
  EXPECT_EQ(result->outcome, launch::Outcome::finished);
  return std::move(*result);
}

TEST(TilesTransposition, ConflictsWithAndWithoutPadding) {
  // A warp loads 4 rows and stores 4 columns; without padding the 32 words of a column are in one bank.
  for (const int pitch : {32, 33}) {
    const launch::LaunchResult result = finished(turned(pitch), trace::Level::none);
    EXPECT_EQ(result.counters.shared_requests, 3u * 8 * (4 + 4));
    EXPECT_EQ(result.counters.bank_conflicts, pitch == 32 ? 3u * 8 * 4 * 31 : 0u);
    EXPECT_EQ(result.counters.global_sectors, 3u * 2 * 1024 * 4 / 32);
    EXPECT_EQ(efficiency_text(*load_efficiency(result.counters)), "100 %");
    EXPECT_EQ(load_efficiency(result.counters), 1.0);
    EXPECT_EQ(store_efficiency(result.counters), 1.0);
    EXPECT_EQ(sectors_per_request(result.counters), 4.0);
    EXPECT_EQ(simt_efficiency(result.counters), 1.0);
    EXPECT_EQ(conflicts_per_request(result.counters), pitch == 32 ? 31.0 / 2 : 0.0);
    EXPECT_EQ(divergence(result.counters), 0.0);
    EXPECT_EQ(result.counters.barriers, 3u * 8);
  }
}

TEST(Ratios, OfNothingAreNone) {
  const launch::Counters none;
  EXPECT_EQ(efficiency_text(0.125), "13 %");
  EXPECT_EQ(efficiency_text(1.89), "189 %, bytes shared") << "lanes of a request share what came once";
  EXPECT_FALSE(simt_efficiency(none));
  EXPECT_FALSE(sectors_per_request(none));
  EXPECT_FALSE(load_efficiency(none));
  EXPECT_FALSE(store_efficiency(none));
  EXPECT_FALSE(conflicts_per_request(none));
  EXPECT_FALSE(divergence(none));
}

std::vector<launch::Launch> launches() {
  std::vector<float> data(1000, 0.5f);
  const auto samples = simt::buffer(ElementType::f32, data);
  std::vector<launch::Launch> all{turned(32), turned(33)};
  all.push_back(of_kernel("increment", "increment", 5, 200, {samples, simt::scalar(ElementType::i32, 1000)}));
  all.push_back(of_kernel("counter", "counter_racy", 7, 100, {simt::buffer(ElementType::i32, std::vector<std::int32_t>(1))}));
  all.push_back(of_kernel("counter", "counter_atomic", 7, 100, {simt::buffer(ElementType::i32, std::vector<std::int32_t>(1))}));
  return all;
}

TEST(Tallies, OfATraceAreThoseCountedInFlight) {
  for (const launch::Launch& launch : launches()) {
    SCOPED_TRACE(launch.module->functions[launch.entry].name);
    const launch::LaunchResult result = finished(launch, trace::Level::full);
    const auto& instructions = launch.module->functions[launch.entry].instructions;
    const std::vector<Tally> counted = tallies(result.trace, *launch.module, launch.entry);
    ASSERT_EQ(counted.size(), result.tallies.size());
    for (std::size_t i = 0; i < counted.size(); ++i) {
      Tally expected = result.tallies[i];
      expected.divergent_branches = expected.wait_cycles = 0;  // not in the trace, as the next line
      expected.l1_hits = expected.l2_hits = expected.l2_misses = 0;
      const ptx::Instruction* instruction = i < instructions.size() ? &instructions[i] : nullptr;
      const bool leaves =
          instruction != nullptr && instruction->guard != ptx::no_index && kind_of(*instruction) == InstructionKind::control;
      if (leaves) expected.lanes = counted[i].lanes;
      EXPECT_EQ(counted[i], expected) << "instruction " << i;
    }
    EXPECT_EQ(finished(launch, trace::Level::none).tallies, result.tallies);  // tracing does not change the tallies
  }
}

TEST(Tallies, ByLineAndByKindLoseNothing) {
  for (const launch::Launch& launch : launches()) {
    SCOPED_TRACE(launch.module->functions[launch.entry].name);
    const launch::LaunchResult result = finished(launch, trace::Level::none);
    Tally all, lines;
    for (const Tally& tally : result.tallies) all += tally;
    for (const LineTally& line : tallies_by_line(result.tallies, *launch.module, launch.entry, 0)) lines += line.tally;
    EXPECT_EQ(lines, all);
    const InstructionMix mix = instruction_mix(result.tallies, *launch.module, launch.entry);
    std::uint64_t warp = 0, thread = 0;
    for (const auto& count : mix.counts) warp += count.warp, thread += count.thread;
    EXPECT_EQ(warp, result.counters.warp_instructions);
    EXPECT_EQ(thread, result.counters.thread_instructions);
    EXPECT_EQ(warp, all.executions);
  }
}

TEST(Tallies, OfATransposition) {
  const launch::Launch launch = turned(32);
  const launch::LaunchResult result = finished(launch, trace::Level::none);
  const InstructionMix mix = instruction_mix(result.tallies, *launch.module, launch.entry);
  // 24 warps run each loop four times.
  using enum InstructionKind;
  EXPECT_EQ(mix.of(load_global).warp, 24u * 4);
  EXPECT_EQ(mix.of(store_shared).warp, 24u * 4);
  EXPECT_EQ(mix.of(load_shared).thread, 24u * 4 * 32);
  EXPECT_EQ(mix.of(store_global).thread, 24u * 4 * 32);
  EXPECT_EQ(mix.of(load_constant).warp, 24u * 2);  // parameters
  EXPECT_EQ(mix.of(conversion).warp, 24u * 2);
  EXPECT_EQ(mix.of(barrier).warp, 24u);
  EXPECT_EQ(mix.of(control).warp, 24u * (4 + 4 + 1));
  EXPECT_EQ(mix.of(floating).warp, 0u);
}

TEST(InstructionKind, ByOpcodeTypeAndSpace) {
  using ptx::Opcode, ptx::Type, ptx::Space;
  const auto kind = [](Opcode opcode, Type type, Space space = Space::generic) {
    ptx::Instruction instruction;
    instruction.opcode = opcode;
    instruction.type = type;
    instruction.space = space;
    return name(kind_of(instruction));
  };
  EXPECT_EQ(kind(Opcode::add, Type::s32), "integer");
  EXPECT_EQ(kind(Opcode::add, Type::f32), "floating");
  EXPECT_EQ(kind(Opcode::add, Type::f64), "double");
  EXPECT_EQ(kind(Opcode::fma, Type::f16x2), "floating");
  EXPECT_EQ(kind(Opcode::setp, Type::f64), "double");
  EXPECT_EQ(kind(Opcode::div, Type::u32), "integer");
  EXPECT_EQ(kind(Opcode::div, Type::f32), "special-function");
  EXPECT_EQ(kind(Opcode::sqrt, Type::f64), "double");
  EXPECT_EQ(kind(Opcode::cvt, Type::f32), "conversion");
  EXPECT_EQ(kind(Opcode::mov, Type::f32), "move");
  EXPECT_EQ(kind(Opcode::ld, Type::f32, Space::global), "load-global");
  EXPECT_EQ(kind(Opcode::ld, Type::f32), "load-generic");
  EXPECT_EQ(kind(Opcode::ld, Type::u64, Space::param), "load-constant");
  EXPECT_EQ(kind(Opcode::st, Type::f32, Space::shared), "store-shared");
  EXPECT_EQ(kind(Opcode::st, Type::f32, Space::local), "store-local");
  EXPECT_EQ(kind(Opcode::atom, Type::u32, Space::shared), "atomic");
  EXPECT_EQ(kind(Opcode::red, Type::u32, Space::global), "atomic");
  EXPECT_EQ(kind(Opcode::bar, Type::none), "barrier");
  EXPECT_EQ(kind(Opcode::cp, Type::none), "copy-async");
  EXPECT_EQ(kind(Opcode::prefetch, Type::none, Space::global), "control");
  EXPECT_EQ(kind(Opcode::membar, Type::none), "barrier");
  EXPECT_EQ(kind(Opcode::shfl, Type::b32), "exchange");
  EXPECT_EQ(kind(Opcode::bra, Type::none), "control");
}

}  // namespace
}  // namespace warplens::analysis
