#include "tests/instrumented_run.h"

#include <cmath>
#include <numeric>

#include "base/resources.h"
#include "ptx/compile/compile.h"
#include "tests/simt/launcher.h"

// Instrumented PTX on the SIMT machine gives the original's results, and its records agree with the machine's own trace.

namespace warplens::simt {
namespace {

using launch::ElementType;

/// One launch as traced by the machine and as recorded by the instrumented kernel.
struct Both {
  launch::LaunchResult original;
  InstrumentedRun instrumented;
};

Both run_both(launch::Launch launch, std::uint64_t bytes = 4u << 20) {
  const auto module = instrument_module(*launch.module, bytes);
  if (!module) throw std::runtime_error(base::describe(module.error()));
  auto instrumented = run_instrumented(launch, *module);
  if (!instrumented) throw std::runtime_error(base::describe(instrumented.error()));
  launch.trace_level = trace::Level::memory;
  auto original = run(launch);
  if (!original) throw std::runtime_error(base::describe(original.error()));
  return {std::move(*original), std::move(*instrumented)};
}

void expect_same(const launch::Launch& launch) {
  const Both both = run_both(launch);
  ASSERT_EQ(both.instrumented.result.outcome, launch::Outcome::finished) << both.instrumented.result.fault->message;
  EXPECT_EQ(both.original.outputs, both.instrumented.result.outputs);
  EXPECT_EQ(both.instrumented.buffer.dropped(), 0u);
  const auto wanted = events_by_thread(both.original.trace, *launch.module, launch.entry);
  EXPECT_FALSE(wanted.empty());
  expect_same_events(wanted, events_by_thread(both.instrumented.trace, *launch.module, launch.entry));
}

const std::string registers =
    ".reg .pred %p<5>; .reg .b16 %h<9>; .reg .b32 %r<20>; .reg .b64 %d<20>; .reg .f32 %f<9>; .reg .f64 %e<5>;\n"
    ".shared .align 16 .b8 tile[1024];\n"
    "ld.param.u64 %d1, [data]; cvta.to.global.u64 %d1, %d1; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x;\n"
    "mad.lo.u32 %r4, %r2, %r3, %r1;  // thread of the grid\n"
    "mul.wide.u32 %d2, %r4, 16; add.u64 %d3, %d1, %d2;  // 16 bytes each\n"
    "shl.b32 %r5, %r1, 3; mov.u32 %r6, tile; add.u32 %r7, %r6, %r5;  // 8 bytes each in shared memory\n";

/// 3 blocks of 50 threads; every thread has 16 bytes of a buffer.
launch::Launch of_body(const std::string& body) {
  std::vector<std::uint32_t> data(4 * 150);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::uint32_t>(0x9e3779b9u * (i + 1));
  return launch_of(entry_text(".param .u64 data", registers + body + " ret;"), 3, 50, {buffer(ElementType::u32, data)});
}

struct Row {
  const char* name;
  const char* body;
};

class InstrumentedInstructions : public testing::TestWithParam<Row> {};

TEST_P(InstrumentedInstructions, DoTheSameAndSayWhat) { expect_same(of_body(GetParam().body)); }

constexpr Row rows[] = {
    {"words", "ld.global.u32 %r8, [%d3+4]; add.u32 %r8, %r8, 1; st.global.u32 [%d3+8], %r8;"},
    {"bytes", "ld.global.u8 %r8, [%d3+1]; st.global.u8 [%d3+3], %r8; ld.global.s8 %h1, [%d3+2]; st.global.u16 [%d3+6], %h1;"},
    {"signed_in_a_wider_register", "ld.global.s16 %d4, [%d3]; st.global.u64 [%d3+8], %d4;"},
    {"long_words", "ld.global.u64 %d4, [%d3]; not.b64 %d4, %d4; st.global.b64 [%d3+8], %d4;"},
    {"floats", "ld.global.f32 %f1, [%d3]; st.global.f32 [%d3+4], %f1; ld.global.f64 %e1, [%d3+8]; st.global.f64 [%d3+8], %e1;"},
    {"pairs", "ld.global.v2.u32 {%r8, %r9}, [%d3]; st.global.v2.u32 [%d3+8], {%r9, 7};"},
    {"quads", "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%d3]; st.global.v4.f32 [%d3], {%f4, %f3, %f2, %f1};"},
    {"quads_of_bytes", "ld.global.v4.u8 {%h1, %h2, %h3, %h4}, [%d3+4]; st.global.v4.u8 [%d3], {%h4, %h3, %h2, %h1};"},
    {"long_pairs", "ld.global.v2.b64 {%d4, %d5}, [%d3]; st.global.v2.b64 [%d3], {%d5, %d4};"},
    {"thrown_away", "ld.global.v2.u32 {%r8, _}, [%d3]; st.global.u32 [%d3+8], %r8; atom.global.add.u32 _, [%d3+12], 1;"},
    {"over_its_own_address",
     "st.global.u64 [%d3], %d2; ld.global.u64 %d3, [%d3]; add.u64 %d3, %d3, %d1; st.global.u32 [%d3+8], 5;"},
    {"guarded", "setp.lt.u32 %p1, %r1, 20; @%p1 ld.global.u32 %r8, [%d3]; @!%p1 mov.u32 %r8, 9; @!%p1 st.global.u32 [%d3], %r8;"},
    {"guarded_by_none", "setp.gt.u32 %p1, %r1, 2000; @%p1 st.global.u32 [%d3], 1; st.global.u32 [%d3+4], 2;"},
    {"divergent",
     "and.b32 %r8, %r1, 3; setp.eq.u32 %p1, %r8, 1; @%p1 bra other; st.global.u32 [%d3], 1; bra join;\n"
     "other: ld.global.u32 %r9, [%d3]; st.global.u32 [%d3+4], %r9;\n join: st.global.u32 [%d3+8], %r8;"},
    {"loops_of_different_length",
     "and.b32 %r8, %r1, 7; again: st.global.u32 [%d3], %r8; setp.ne.u32 %p1, %r8, 0;\n"
     "sub.u32 %r8, %r8, 1; @%p1 bra again;"},
    {"some_exit_early", "setp.gt.u32 %p1, %r1, 30; @%p1 exit; st.global.u32 [%d3], 3;"},
    {"shared",
     "st.shared.v2.u32 [%r7], {%r4, %r1}; bar.sync 0; xor.b32 %r8, %r1, 1; shl.b32 %r8, %r8, 3; add.u32 %r8, %r8, %r6;\n"
     "ld.shared.u64 %d4, [%r8]; st.global.u64 [%d3], %d4;"},
    {"shared_by_name",
     "setp.eq.u32 %p1, %r1, 0; @%p1 st.shared.u32 [tile+12], 77; barrier.sync 1; ld.shared.u32 %r8, [tile+12];\n"
     "st.global.u32 [%d3], %r8;"},
    {"generic_of_every_kind",
     ".local .align 8 .b8 mine[8]; cvt.u64.u32 %d4, %r7; cvta.shared.u64 %d4, %d4;\n"
     "mov.u64 %d5, mine; cvta.local.u64 %d5, %d5; and.b32 %r8, %r1, 3; setp.eq.u32 %p1, %r8, 1;\n"
     "setp.eq.u32 %p2, %r8, 2; selp.b64 %d6, %d4, %d3, %p1; selp.b64 %d6, %d5, %d6, %p2;\n"
     "st.u32 [%d6], %r4; ld.u32 %r9, [%d6]; setp.ne.u32 %p3, %r8, 0; @!%p3 st.u32 [%d6+4], %r9;\n"
     "st.global.u32 [%d3+8], %r9;"},
    {"atomics_of_words",
     "and.b32 %r8, %r4, 3; atom.global.add.u32 %r9, [%d3], %r4; atom.global.min.s32 %r9, [%d3], -5;\n"
     "atom.global.max.u32 %r9, [%d3+4], %r4; atom.global.inc.u32 %r9, [%d3+8], 7; atom.global.dec.u32 %r9, [%d3+8], 3;\n"
     "atom.global.and.b32 %r9, [%d3], 0xff0f; atom.global.or.b32 %r9, [%d3], 0x11; atom.global.xor.b32 %r9, [%d3], %r4;\n"
     "atom.global.exch.b32 %r9, [%d3+12], %r4; atom.global.cas.b32 %r9, [%d3+12], %r4, %r8;\n"
     "atom.global.cas.b32 %r9, [%d3+12], 12345, %r8;"},
    {"atomics_of_long_words",
     "cvt.u64.u32 %d4, %r4; atom.global.add.u64 %d5, [%d3], %d4; atom.global.min.s64 %d5, [%d3+8], -1;\n"
     "atom.global.cas.b64 %d5, [%d3], %d4, %d4; atom.global.exch.b64 %d5, [%d3+8], %d4; st.global.u64 [%d3], %d5;"},
    {"atomics_of_floats",
     "cvt.rn.f32.u32 %f1, %r4; st.global.f32 [%d3], 0f3FC00000; atom.global.add.f32 %f2, [%d3], %f1;\n"
     "st.global.f64 [%d3+8], 0d3FB999999999999A; atom.global.add.f64 %e1, [%d3+8], 0d4008000000000000;"},
    {"atomics_of_halves",
     "st.global.u32 [%d3], 0x3C003555; mov.b32 %r9, 0x2E667BFF;\n"
     "atom.global.add.noftz.f16x2 %r8, [%d3], %r9;\n"
     "st.global.u16 [%d3+4], 0x0001; mov.b16 %h1, 0x8003; atom.global.add.noftz.f16 %h2, [%d3+4], %h1;\n"
     "atom.global.cas.b16 %h3, [%d3+4], %h1, %h2;"},
    {"guarded_atomics", "setp.lt.u32 %p1, %r1, 11; @%p1 atom.global.add.u32 %r9, [%d3], 3; @!%p1 red.global.max.u32 [%d3], 9;"},
    {"reductions",
     "red.global.add.u32 [%d3], %r4; red.global.xor.b32 [%d3], 0x55; red.global.add.u64 [%d3+8], 3;\n"
     "st.global.f32 [%d3+4], 0f40000000; red.relaxed.gpu.global.add.f32 [%d3+4], 0f3F000000;"},
    {"shared_atomics",
     "setp.lt.u32 %p1, %r1, 5; mov.u32 %r8, 0; st.shared.u32 [%r7], %r8; atom.shared.add.u32 %r9, [%r7], 5;\n"
     "red.shared.or.b32 [%r7], 8; ld.shared.u32 %r9, [%r7]; st.global.u32 [%d3], %r9;"},
    {"barriers",
     "bar.sync 0; setp.lt.u32 %p1, %r1, 3; bar.red.popc.u32 %r8, 0, %p1; st.global.u32 [%d3], %r8; barrier.sync 2;\n"
     "bar.warp.sync -1;"},
    {"volatile_and_cached",
     "ld.volatile.global.u32 %r8, [%d3]; ld.global.cg.u32 %r9, [%d3+4]; ld.global.nc.u32 %r10, [%d3+8];\n"
     "st.volatile.global.u32 [%d3], %r9; st.global.wt.u32 [%d3+4], %r8; ld.acquire.gpu.global.u32 %r8, [%d3];"},
    {"nested_names", "{ .reg .b32 %r8; mov.u32 %r8, 40; { .reg .b64 %d3; add.u64 %d3, %d1, %d2; st.global.u32 [%d3+8], %r8; } }"},
};
std::string row_name(const testing::TestParamInfo<Row>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(All, InstrumentedInstructions, testing::ValuesIn(rows), row_name);

TEST(Instrumented, DeviceFunctionsRecordUnderTheNumbersOfTheListing) {
  const std::string text = R"(.version 7.0
.target sm_75
.address_size 64
.func (.reg .b32 %sum) add_one(.reg .b64 %at)
{
  .reg .b32 %r<3>;
  ld.global.u32 %r1, [%at];
  add.u32 %sum, %r1, 1;
  st.global.u32 [%at], %sum;
  ret;
}
.visible .entry unused(.param .u64 data) { .reg .b64 %d<3>; .reg .b32 %r<3>; ld.param.u64 %d1, [data]; st.global.u32 [%d1], 9; ret; }
.visible .entry kernel(.param .u64 data)
{
  .reg .pred %p;
  .reg .b32 %r<9>;
  .reg .b64 %d<9>;
  ld.param.u64 %d1, [data];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %d2, %r1, 4;
  add.u64 %d2, %d2, %d1;
  setp.ne.u32 %p, %r1, 4;
  @%p call (%r2), add_one, (%d2);
  call (%r2), add_one, (%d2);
  ret;
}
)";
  expect_same(launch_of(text, 1, 40, {buffer(ElementType::u32, std::vector<std::uint32_t>(40, 5))}));
}

TEST(Instrumented, BlocksAndThreadsOfThreeDimensions) {
  launch::Launch launch = of_body("");
  auto module = ptx::parse(entry_text(".param .u64 data",
                                      ".reg .b64 %d<2>; .reg .b32 %r<2>; ld.param.u64 %d1, [data]; mov.u32 %r1, %ctaid.z;\n"
                                      "red.global.max.u32 [%d1], %r1; st.global.u32 [%d1+4], 1; ret;"),
                           "test.ptx");
  ASSERT_TRUE(module.ok());
  launch.module = std::make_shared<const ptx::Module>(std::move(*module));
  launch.entry = 0;
  launch.grid = {2, 3, 4};
  launch.block = {5, 4, 3};
  const Both both = run_both(launch);
  const auto got = events_by_thread(both.instrumented.trace, *launch.module, 0);
  EXPECT_EQ(got.size(), 2u * 3 * 4 * 5 * 4 * 3);  // every thread, by its number
  for (const auto& [thread, events] : got) {
    ASSERT_EQ(events.size(), 2u);
    const std::uint64_t block_z = thread / 60 / 6;
    EXPECT_EQ(events[0].stored, std::max(events[0].value, block_z));
  }
  EXPECT_EQ(both.instrumented.trace.placements.size(), 24u);
}

/// Bytes that are asked for in all regions.
std::uint64_t asked(const ptx::RecordBuffer& buffer) {
  std::uint64_t sum = 0;
  for (const ptx::RecordRegion& region : buffer.regions) sum += region.asked;
  return sum;
}

TEST(Instrumented, AWarpThatFindsNoRoomIsCounted) {
  // Two stores of one element by each of three blocks' two warps. A record has 16 bytes and 16 per lane, 528 for 32 lanes and 304
  // for 18; a chunk has 48 more than two of them.
  const launch::Launch launch = of_body("st.global.u32 [%d3], 1; st.global.u32 [%d3+4], 2;");
  constexpr std::uint64_t large = 48 + 2 * 528, small = 48 + 2 * 304;
  EXPECT_EQ(asked(run_both(launch).instrumented.buffer), 3 * (large + small));
  struct Case {
    std::uint64_t region;
    std::size_t least, most;  // steps; a large chunk that is asked for first leaves no room for a small one
  };
  for (const auto& [region, least, most] : {Case{16, 0, 0}, {small, 0, 6}, {large, 12, 12}, {2 * large, 12, 12}}) {
    SCOPED_TRACE(region);
    const Both both = run_both(launch, region * ptx::record_regions);
    const trace::Trace& trace = both.instrumented.trace;
    EXPECT_EQ(both.original.outputs, both.instrumented.result.outputs);
    EXPECT_GE(trace.steps.size(), least);
    EXPECT_LE(trace.steps.size(), most);
    EXPECT_EQ(trace.steps.size() + trace.steps_not_recorded, 12u);
    EXPECT_EQ(trace.truncation, most < 12 ? trace::Truncation::budget : trace::Truncation::none);
    EXPECT_EQ(trace.accesses.size(), trace.steps.size()) << "no step without its access";
  }
}

TEST(Instrumented, OneBlockUsesAllRegions) {
  launch::Launch launch =
      of_body("mov.u32 %r8, 0; again: st.global.u32 [%d3], %r8; add.u32 %r8, %r8, 1; setp.lt.u32 %p1, %r8, 500; @%p1 bra again;");
  launch.grid = {1, 1, 1};
  const Both both = run_both(launch, 8 * 30'000);
  const trace::Trace& trace = both.instrumented.trace;
  EXPECT_EQ(trace.steps.size() + trace.steps_not_recorded, 2u * 500);
  EXPECT_GT(trace.steps_not_recorded, 0u);
  for (const ptx::RecordRegion& region : both.instrumented.buffer.regions) EXPECT_GT(region.asked, 15'000u);
  // The trace has the first stores of each warp.
  const auto wanted = events_by_thread(both.original.trace, *launch.module, launch.entry);
  for (const auto& [thread, events] : events_by_thread(trace, *launch.module, launch.entry))
    EXPECT_TRUE(std::equal(events.begin(), events.end(), wanted.at(thread).begin())) << thread;
}

TEST(Instrumented, ManyRecordsNeedFewReservations) {
  const launch::Launch launch =
      of_body("mov.u32 %r8, 0; again: st.global.u32 [%d3], %r8; add.u32 %r8, %r8, 1; setp.lt.u32 %p1, %r8, 200; @%p1 bra again;");
  const Both both = run_both(launch);
  EXPECT_EQ(both.instrumented.trace.steps.size(), 3u * 2 * 200);
  const std::uint64_t records = 3 * 200 * (528 + 304);
  EXPECT_GE(asked(both.instrumented.buffer), records);
  EXPECT_LE(asked(both.instrumented.buffer), records + 3 * 2 * (std::uint64_t{ptx::max_chunk} + 1000)) << "the last of each warp";
}

TEST(Instrumented, ThreadsOfARecursionOfDifferentDepths) {
  const std::string text = R"(.version 7.0
.target sm_75
.address_size 64
.func deeper(.reg .b64 %at, .reg .b32 %more)
{
  .reg .pred %p;
  .reg .b32 %less;
  st.global.u32 [%at], %more;
  setp.eq.u32 %p, %more, 0;
  @%p bra back;
  sub.u32 %less, %more, 1;
  call deeper, (%at, %less);
back:
  st.global.u32 [%at+4], %more;
  ret;
}
.visible .entry kernel(.param .u64 data)
{
  .reg .b32 %r<3>;
  .reg .b64 %d<3>;
  ld.param.u64 %d1, [data];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %d2, %r1, 8;
  add.u64 %d2, %d2, %d1;
  and.b32 %r2, %r1, 7;
  call deeper, (%d2, %r2);
  ret;
}
)";
  expect_same(launch_of(text, 1, 32, {buffer(ElementType::u32, std::vector<std::uint32_t>(64, 5))}));
}

TEST(Instrumented, RecordsOfOtherMemoryAreDamagedNotRead) {
  const launch::Launch launch = of_body("st.global.u32 [%d3], 1;");
  const auto instrumented = ptx::instrument(*launch.module);
  ASSERT_TRUE(instrumented.ok());
  const auto decode = [&](std::uint64_t capacity, std::uint64_t asked_for, const std::vector<std::byte>& records) {
    ptx::RecordBuffer buffer;
    buffer.capacity = capacity;
    buffer.regions[0].asked = asked_for;
    return trace::hardware_trace({.module = *launch.module,
                                  .entry = launch.entry,
                                  .grid = launch.grid,
                                  .block = launch.block,
                                  .sites = instrumented->sites,
                                  .buffer = buffer,
                                  .records = records,
                                  .ranges = {}})
        .ok();
  };
  const auto chunk = [](ptx::ChunkHeader header, ptx::RecordHeader record, std::size_t size) {
    std::vector<std::byte> bytes(size);
    std::memcpy(bytes.data(), &header, sizeof header);
    std::memcpy(bytes.data() + sizeof header, &record, sizeof record);
    return bytes;
  };
  const ptx::ChunkHeader sound{.clock = 90, .time = 50, .bytes = 96, .lanes = 1, .block = 2, .warp = 1, .sm = 70};
  const ptx::RecordHeader record{.site = 0, .lanes = 1, .clock = 100};
  EXPECT_TRUE(decode(96, 96, chunk(sound, record, 96)));
  EXPECT_TRUE(decode(96, 128, chunk(sound, record, 96))) << "the next chunk did not fit";
  EXPECT_FALSE(decode(128, 128, chunk(sound, record, 96))) << "fewer bytes than there should be";
  EXPECT_FALSE(decode(~std::uint64_t{0}, ~std::uint64_t{0}, chunk(sound, record, 96)));
  EXPECT_FALSE(decode(95, 95, chunk(sound, record, 95))) << "the chunk is cut";
  const auto with = [&](auto change) {
    ptx::ChunkHeader header = sound;
    change(header);
    return decode(96, 96, chunk(header, record, 96));
  };
  EXPECT_TRUE(with([](ptx::ChunkHeader& header) { header.bytes = 0; })) << "no chunk at all";
  EXPECT_FALSE(with([](ptx::ChunkHeader& header) { header.bytes = 32; }));
  EXPECT_FALSE(with([](ptx::ChunkHeader& header) { header.bytes = 0xfffffff0; }));
  EXPECT_FALSE(with([](ptx::ChunkHeader& header) { header.bytes = 64; })) << "the record is larger";
  EXPECT_FALSE(with([](ptx::ChunkHeader& header) { header.lanes = 0; }));
  EXPECT_FALSE(with([](ptx::ChunkHeader& header) { header.lanes = 3; }));
  EXPECT_FALSE(with([](ptx::ChunkHeader& header) { header.block = 3; }));
  EXPECT_FALSE(with([](ptx::ChunkHeader& header) { header.warp = 2; }));
  EXPECT_TRUE(with([](ptx::ChunkHeader& header) { header.clock = ~std::uint64_t{0}, header.time = 1; }));
  for (const ptx::RecordHeader& wrong : {ptx::RecordHeader{.site = 1, .lanes = 1}, {.lanes = 2}, {.lanes = 0xffffffff}})
    EXPECT_FALSE(decode(96, 96, chunk(sound, wrong, 96)));
}

TEST(Instrumented, StepsAreInTheOrderOfTheClocksThatAllHaveInCommon) {
  const launch::Launch launch = of_body("bar.sync 0;");
  const auto instrumented = ptx::instrument(*launch.module);
  ASSERT_TRUE(instrumented.ok());
  std::vector<std::byte> bytes;
  const auto append = [&](const auto& header) {
    const auto* const from = reinterpret_cast<const std::byte*>(&header);
    bytes.insert(bytes.end(), from, from + sizeof header);
  };
  const auto add = [&](std::uint32_t block, std::uint32_t sm, std::uint64_t clock, std::uint64_t time,
                       std::initializer_list<std::uint64_t> records) {
    append(ptx::ChunkHeader{.clock = clock,
                            .time = time,
                            .bytes = static_cast<std::uint32_t>(48 + 16 * (records.size() + 1)),
                            .lanes = 1,
                            .block = block,
                            .warp = 0,
                            .sm = sm});
    for (const std::uint64_t at : records) append(ptx::RecordHeader{.site = 0, .lanes = 1, .clock = at});
    append(ptx::RecordHeader{});  // space that is left
  };
  add(0, 5, 1000, 50'000, {1000, 1040, 1300});           // cycles 0, 40 and 300 at 1 GHz
  add(1, 9, 7'000'000, 50'100, {7'000'010, 7'000'100});  // 100 ns later: 110 and 200
  add(2, 5, 1200, 50'200, {1210});                       // 210
  ptx::RecordBuffer buffer;
  buffer.capacity = bytes.size();
  buffer.regions[0].asked = bytes.size();
  const auto trace = trace::hardware_trace({.module = *launch.module,
                                            .entry = launch.entry,
                                            .grid = launch.grid,
                                            .block = launch.block,
                                            .sites = instrumented->sites,
                                            .buffer = buffer,
                                            .records = bytes,
                                            .ranges = {}});
  ASSERT_TRUE(trace.ok()) << base::describe(trace.error());
  EXPECT_EQ(trace->steps.cycle, (std::vector<std::uint64_t>{0, 40, 110, 200, 210, 300}));
  EXPECT_EQ(trace->placements.block, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(trace->placements.sm, (std::vector<std::uint32_t>{5, 9, 5}));
  EXPECT_EQ(trace->placements.start, (std::vector<std::uint64_t>{0, 110, 210}));
  EXPECT_EQ(trace->placements.end, (std::vector<std::uint64_t>{300, 200, 210}));
  EXPECT_EQ(trace->end_cycle, 300u);
}

}  // namespace
}  // namespace warplens::simt
