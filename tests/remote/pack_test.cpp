#include "remote/pack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "launch/address_space.h"
#include "launch/placement.h"
#include "simt/simt_device.h"
#include "tests/remote/small_launch.h"

// Every field of a launch and of a result comes through. The structured bindings name all members: a new one has to be added
// here.

namespace warplens::remote {
namespace {

launch::LaunchResult run(const launch::Launch& launch) {
  launch::Progress progress;
  auto result = simt::make_device()->run(launch, progress);
  if (!result) throw std::logic_error(result.error().message);
  return std::move(*result);
}

launch::Launch received(const launch::Launch& launch) {
  Modules modules;
  auto request = unpack_run(pack(RunRequest{launch}), modules);
  if (!request) throw std::logic_error(request.error().message);
  return std::move(request->launch);
}

/// The message of the error that the result is refused with.
std::string refusal(const launch::Launch& launch, launch::LaunchResult result) {
  const auto unpacked = unpack_result(pack(std::move(result)), launch);
  return unpacked ? "" : unpacked.error().message;
}

TEST(ModulesOfAServer, AreKeptUpToASize) {
  // Nine requests of 5 kB, packed, whose modules are large: the server kept 5.8 GB of them and of what was made of them.
  const auto text_of = [](int number) {
    std::string text = ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k" + std::to_string(number) + "(){";
    for (int k = 0; k < 10'000; ++k) text += "ret;";
    return text + "}\n";
  };
  const std::uint64_t one = [&] {
    Modules modules;
    EXPECT_TRUE(modules.of(text_of(0), "a.ptx").ok());
    return modules.bytes();
  }();
  EXPECT_GT(one, 10'000 * sizeof(ptx::Instruction));
  Modules modules(2 * one + one / 2);
  const auto first = modules.of(text_of(0), "a.ptx").value();
  for (int number = 1; number < 9; ++number) {
    EXPECT_TRUE(modules.of(text_of(number), "a.ptx").ok());
    EXPECT_EQ(modules.of(text_of(0), "a.ptx").value(), first) << "it was used just before";
    EXPECT_LE(modules.bytes(), 2 * one + one / 2);
  }
  EXPECT_EQ(first.use_count(), 2);
  Modules none(one / 2);
  EXPECT_EQ(none.of(text_of(0), "a.ptx").value().use_count(), 1) << "nobody else keeps it";
  EXPECT_EQ(none.bytes(), 0u);
}

TEST(PackedLaunch, has_every_field) {
  launch::Launch sent = small_launch();
  sent.grid = {2, 3, 4};
  sent.block = {16, 2, 1};
  sent.dynamic_shared = 512;
  sent.argument_names = {"data", "n"};
  sent.fields = {1, 1};
  sent.shapes = {{"tile", 4, {12, 32}, {{"x", 0, 4}}}};
  sent.schedule = launch::Schedule::recorded;
  sent.seed = 77;
  sent.multiprocessors = 3;
  sent.resident_blocks = 5;
  sent.recorded = std::make_shared<const launch::ScheduleRecord>(launch::ScheduleRecord{
      launch::ScheduleRecord::Unit::instructions, launch::ScheduleRecord::Clocks::timed, false, {{1, 2, 3, 4}}});
  sent.record_schedule = sent.check = sent.as_hardware = true;
  sent.symbols = {{"launches", launch::ElementType::i32, 1, std::make_shared<const launch::Bytes>(4)}};
  sent.saved_symbols = {"launches"};
  sent.trace_level = trace::Level::memory;
  sent.trace_budget = 12345;
  sent.timed_runs = 9;
  sent.step_limit = 99;
  sent.heap_bytes = 4096;
  launch::Texture texture;
  texture.handle = 3;
  texture.width = 4;
  texture.bits = 8;
  texture.kind = launch::ChannelKind::unsigned_integer;
  texture.modes = {launch::AddressMode::wrap, launch::AddressMode::border, launch::AddressMode::mirror};
  texture.border = {1, 2, 3, 4};
  texture.linear_filter = texture.normalised_reads = true;
  sent.textures = {texture};
  sent.cores = 2;

  const launch::Launch got = received(sent);
  EXPECT_EQ(got.module->text, sent.module->text);
  EXPECT_EQ(got.module->path, "small.ptx");
  EXPECT_EQ(got.entry, 1u);
  EXPECT_EQ(got.grid, sent.grid);
  EXPECT_EQ(got.block, sent.block);
  EXPECT_EQ(got.dynamic_shared, 512u);
  ASSERT_EQ(got.arguments.size(), 2u);
  const auto& buffer = std::get<launch::Buffer>(got.arguments[0]);
  EXPECT_EQ(buffer.name, "data");
  EXPECT_EQ(buffer.type, launch::ElementType::u32);
  EXPECT_EQ(buffer.size, 96u);
  EXPECT_EQ(*buffer.initial, launch::Bytes(384));
  const auto& scalar = std::get<launch::Scalar>(got.arguments[1]);
  EXPECT_EQ(scalar.type, launch::ElementType::u32);
  EXPECT_EQ(scalar.bits, 96u);
  EXPECT_EQ(got.argument_names, sent.argument_names);
  EXPECT_EQ(got.fields, sent.fields);
  EXPECT_EQ(got.shapes, sent.shapes);
  EXPECT_EQ(got.schedule, sent.schedule);
  EXPECT_EQ(got.seed, 77u);
  EXPECT_EQ(got.multiprocessors, 3u);
  EXPECT_EQ(got.resident_blocks, 5u);
  EXPECT_EQ(*got.recorded, *sent.recorded);
  EXPECT_TRUE(got.record_schedule && got.check && got.as_hardware);
  ASSERT_EQ(got.symbols.size(), 1u);
  EXPECT_EQ(got.symbols[0].name, "launches");
  EXPECT_EQ(*got.symbols[0].initial, launch::Bytes(4));
  EXPECT_EQ(got.saved_symbols, sent.saved_symbols);
  EXPECT_EQ(got.trace_level, trace::Level::memory);
  EXPECT_EQ(got.trace_budget, 12345u);
  EXPECT_EQ(got.timed_runs, 9u);
  EXPECT_EQ(got.step_limit, 99u);
  EXPECT_EQ(got.heap_bytes, 4096u);
  EXPECT_EQ(got.textures, sent.textures);
  EXPECT_EQ(got.cores, 2u);
}

TEST(PackedLaunch, has_the_memory_of_a_program) {
  launch::Launch sent = small_launch();
  sent.arguments.resize(1);
  const std::uint64_t data = launch::slot_base(launch::first_placed_global);
  launch::Placement placement;
  placement.blocks = {{data, nullptr, {{0, 8}}, true, false}};
  placement.variables = {
      {0, launch::slot_base(launch::first_placed_global + 1), nullptr, std::make_shared<const launch::Bytes>(4)}};
  placement.parameters.resize(12);
  sent.placement = std::make_shared<const launch::Placement>(placement);

  const launch::Launch launched = received(sent);
  const launch::Placement& got = *launched.placement;
  ASSERT_EQ(got.blocks.size(), 1u);
  EXPECT_EQ(got.blocks[0].address, data);
  EXPECT_EQ(got.blocks[0].unwritten, (launch::RangesOfBytes{{0, 8}}));
  EXPECT_TRUE(got.blocks[0].from_malloc);
  EXPECT_FALSE(got.blocks[0].freed);
  ASSERT_EQ(got.variables.size(), 1u);
  EXPECT_EQ(got.variables[0].address, placement.variables[0].address);
  EXPECT_EQ(*got.variables[0].initial, launch::Bytes(4));
  EXPECT_EQ(got.parameters.size(), 12u);
}

TEST(PackedLaunch, shares_the_module_of_equal_texts) {
  Modules modules;
  const launch::Bytes packed = pack(RunRequest{small_launch()});
  const auto first = unpack_run(packed, modules), second = unpack_run(packed, modules);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->launch.module, second->launch.module);
}

TEST(PackedLaunch, is_refused_where_it_contradicts_itself) {
  const auto refused = [](launch::Launch launch) {
    Modules modules;
    return !unpack_run(pack(RunRequest{std::move(launch)}), modules);
  };
  EXPECT_FALSE(refused(small_launch()));
  launch::Launch launch = small_launch();
  std::get<launch::Buffer>(launch.arguments[0]).size = 97;
  EXPECT_TRUE(refused(launch));
  launch = small_launch();
  launch.grid.x = 0;
  EXPECT_TRUE(refused(launch));
  launch = small_launch();
  launch.recorded = std::make_shared<const launch::ScheduleRecord>(launch::ScheduleRecord{.runs = {{4, 1, 1}}});
  EXPECT_TRUE(refused(launch)) << "there are four warps";
  launch = small_launch();
  launch.placement = std::make_shared<const launch::Placement>();
  EXPECT_TRUE(refused(launch));
}

TEST(PackedLaunch, is_refused_where_any_byte_is_missing) {
  const launch::Bytes whole = pack(RunRequest{small_launch()});
  Modules modules;
  for (std::size_t size = 0; size < whole.size(); ++size) EXPECT_FALSE(unpack_run(std::span(whole).first(size), modules)) << size;
}

TEST(PackedResult, of_a_run_is_the_same) {
  launch::Launch launch = small_launch();
  launch.trace_level = trace::Level::full;
  launch.check = launch.record_schedule = true;
  launch.saved_symbols = {"launches"};
  const launch::LaunchResult sent = run(launch);
  const auto got = unpack_result(pack(sent), launch);
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->trace, sent.trace);
  EXPECT_GT(got->trace.steps.size(), 0u);
  EXPECT_EQ(got->outputs, sent.outputs);
  EXPECT_EQ(got->symbols, sent.symbols);
  EXPECT_EQ(got->tallies, sent.tallies);
  EXPECT_EQ(*got->schedule, *sent.schedule);
  EXPECT_EQ(pack(*got), pack(sent));
}

TEST(PackedResult, has_every_field) {
  launch::Launch launch = small_launch();
  launch.arguments.resize(1);
  launch.placement = std::make_shared<const launch::Placement>();
  launch.record_schedule = true;
  launch::LaunchResult sent;
  sent.outcome = launch::Outcome::faulted;
  sent.fault = launch::Fault{launch::FaultKind::trap, "it stopped", {1, 0, 0}, {2, 0, 0}, "a.cu", 3, 4, "global",
                             trace::AccessKind::read, "data",       -5,        6,         true};
  sent.device = "H100";
  sent.modelled = false;
  sent.outputs = {launch::Bytes(384, std::byte{7})};
  sent.heap = {{4096, launch::Bytes(3, std::byte{8})}};
  sent.heap_freed = {8192};
  sent.unwritten = {{{1, 2}}};
  launch::Finding finding{launch::FindingKind::deadlock,
                          true,
                          true,
                          true,
                          true,
                          launch::ElementType::f64,
                          "shared",
                          "tile",
                          -9,
                          "tile[1][2]",
                          10,
                          {},
                          {},
                          "wait"};
  finding.first = {{1, 1, 1}, {2, 2, 2}, "b.cu", 11, 12, trace::AccessKind::write, 13, true, true, true};
  finding.second = finding.first;
  sent.findings = {finding};
  sent.notes = {finding, finding};
  sent.unchecked = "half";
  sent.printed = "hello\n";
  sent.counters = {.blocks = 1, .cycles = 14, .global_sectors = 15, .memory_wait_cycles = 16};
  sent.occupancy = launch::Occupancy{.by_threads = 17,
                                     .blocks = 18,
                                     .limiter = launch::OccupancyLimiter::registers,
                                     .warps = 19,
                                     .max_warps = 20,
                                     .registers_per_thread = 21,
                                     .registers_from = launch::RegisterSource::compiler,
                                     .shared_per_block = 22};
  sent.multiprocessors = 23;
  sent.utilisation = launch::Utilisation{"A100", .1, .2, "integer units", .3, .4, .5, .6, {1, 2, 3, 4}, {5, 6, 7, 8}};
  sent.timing = {.host_ms = 1,
                 .kernel_ms = 2,
                 .copies_ms = 3,
                 .kernel_cycles = 4,
                 .launch_cycles = 5,
                 .kernel_spread = launch::Spread{2, 1, 3, 4},
                 .copies_spread = launch::Spread{3, 2, 4, 5},
                 .overhead_ms = 6};
  sent.schedule = launch::ScheduleRecord{.runs = {{1, 2, 3, 4}}};
  sent.trace_note = "none";

  const auto unpacked = unpack_result(pack(sent), launch);
  ASSERT_TRUE(unpacked) << unpacked.error().message;
  const launch::LaunchResult& got = *unpacked;
  EXPECT_EQ(got.outcome, sent.outcome);
  const launch::Fault& fault = *got.fault;
  EXPECT_EQ(fault.kind, launch::FaultKind::trap);
  EXPECT_EQ(fault.message, "it stopped");
  EXPECT_EQ(fault.block, (base::Dim3{1, 0, 0}));
  EXPECT_EQ(fault.thread, (base::Dim3{2, 0, 0}));
  EXPECT_EQ(fault.file + fault.space + fault.buffer, "a.cuglobaldata");
  EXPECT_EQ(fault.access, trace::AccessKind::read);
  EXPECT_EQ(fault.line + 10 * fault.column, 43u);
  EXPECT_EQ(fault.element, -5);
  EXPECT_EQ(fault.address, 6u);
  EXPECT_TRUE(fault.endless);
  EXPECT_EQ(got.device, "H100");
  EXPECT_FALSE(got.modelled);
  EXPECT_EQ(got.outputs, sent.outputs);
  ASSERT_EQ(got.heap.size(), 1u);
  EXPECT_EQ(got.heap[0].address, 4096u);
  EXPECT_EQ(got.heap[0].content, sent.heap[0].content);
  EXPECT_EQ(got.heap_freed, sent.heap_freed);
  EXPECT_EQ(got.unwritten, sent.unwritten);
  ASSERT_EQ(got.findings.size(), 1u);
  EXPECT_EQ(got.findings[0].kind, launch::FindingKind::deadlock);
  EXPECT_TRUE(got.findings[0].benign_looking && got.findings[0].of_update && got.findings[0].of_warp);
  EXPECT_EQ(got.findings[0].type, launch::ElementType::f64);
  EXPECT_EQ(got.findings[0].space + got.findings[0].buffer + got.findings[0].place + got.findings[0].message,
            "sharedtiletile[1][2]wait");
  EXPECT_EQ(got.findings[0].element, -9);
  EXPECT_EQ(got.findings[0].count, 10u);
  const launch::Witness& witness = *got.findings[0].second;
  EXPECT_EQ(witness.block, (base::Dim3{1, 1, 1}));
  EXPECT_EQ(witness.thread, (base::Dim3{2, 2, 2}));
  EXPECT_EQ(witness.file, "b.cu");
  EXPECT_EQ(witness.access, trace::AccessKind::write);
  EXPECT_EQ(witness.line, 11u);
  EXPECT_EQ(witness.column, 12u);
  EXPECT_EQ(witness.value, 13u);
  EXPECT_TRUE(witness.has_value && witness.block_scope && witness.asynchronous);
  EXPECT_EQ(got.unchecked, "half");
  EXPECT_EQ(got.printed, "hello\n");
  EXPECT_EQ(got.counters.blocks, 1u);
  EXPECT_EQ(got.counters.cycles, 14u);
  EXPECT_EQ(got.counters.global_sectors, 15u);
  EXPECT_EQ(got.counters.memory_wait_cycles, 16u);
  EXPECT_EQ(got.occupancy->by_threads, 17u);
  EXPECT_EQ(got.occupancy->limiter, launch::OccupancyLimiter::registers);
  EXPECT_EQ(got.occupancy->shared_per_block, 22u);
  EXPECT_EQ(got.multiprocessors, 23u);
  EXPECT_EQ(got.utilisation->arithmetic_unit, "integer units");
  EXPECT_EQ(got.utilisation->peaks, sent.utilisation->peaks);
  EXPECT_EQ(got.utilisation->latencies, sent.utilisation->latencies);
  EXPECT_EQ(got.timing.overhead_ms, 6);
  EXPECT_EQ(got.timing.kernel_spread->largest, 3);
  EXPECT_EQ(got.timing.copies_spread->runs, 5u);
  EXPECT_EQ(*got.schedule, *sent.schedule);
  EXPECT_EQ(got.trace_note, "none");
}

TEST(PackedResult, is_refused_where_it_does_not_fit_the_launch) {
  launch::Launch launch = small_launch();
  launch.trace_level = trace::Level::full;
  const launch::LaunchResult good = run(launch);
  EXPECT_EQ(refusal(launch, good), "");
  const auto refused = [&](auto change) {
    launch::LaunchResult result = good;
    change(result);
    return !refusal(launch, std::move(result)).empty();
  };
  EXPECT_TRUE(refused([](auto& result) { result.outcome = launch::Outcome::faulted; }));
  EXPECT_TRUE(refused([](auto& result) { result.outputs[0].resize(380); }));
  EXPECT_TRUE(refused([](auto& result) { result.outputs.clear(); }));
  EXPECT_TRUE(refused([](auto& result) { result.symbols.emplace_back(); }));
  EXPECT_TRUE(refused([](auto& result) { result.heap_freed = {1}; }));
  EXPECT_TRUE(refused([](auto& result) { result.tallies.pop_back(); }));
  EXPECT_TRUE(refused([](auto& result) { result.multiprocessors = 5000; }));
  EXPECT_TRUE(refused([](auto& result) { result.timing.host_ms = std::numeric_limits<double>::quiet_NaN(); }));
  EXPECT_TRUE(refused([](auto& result) { result.occupancy->max_warps = 0xffffffffu; }));
  EXPECT_TRUE(refused([](auto& result) { result.schedule.emplace(); })) << "nobody asked for one";
  EXPECT_TRUE(refused([](auto& result) { result.trace.grid.x = 3; }));
  EXPECT_TRUE(refused([](auto& result) { result.trace.steps.instruction[0] = 1000; }));
  EXPECT_TRUE(refused([](auto& result) { result.trace.accesses.buffer.back() = 7; }));
  EXPECT_TRUE(refused([](auto& result) { result.trace.placements.sm[0] = 0xffffffffu; }));
}

TEST(PackedResult, has_no_words_that_a_terminal_obeys) {
  const launch::Launch launch = small_launch();
  launch::LaunchResult result = run(launch);
  result.device = "toy\x1b]0;mine\a";
  result.trace_note = "a\nb";
  result.printed = "Größe:\t\x1b[2J 1\n\xff\n";
  const auto got = unpack_result(pack(result), launch);
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->device, "toy\\x1b]0;mine\\x07");
  EXPECT_EQ(got->trace_note, "a b");
  EXPECT_EQ(got->printed, "Größe:\t\\x1b[2J 1\n\\xff\n");
}

TEST(PackedOffer, has_every_property) {
  launch::DeviceProperties sent{.kind = launch::DeviceKind::gpu,
                                .id = "1",
                                .name = "H100",
                                .place = "not sent",
                                .compute_capability = "9.0",
                                .multiprocessors = 132,
                                .limits = {1, {2, 3, 4}, {5, 6, 7}, 8},
                                .per_multiprocessor = {1, 2, 3, 4, 5, 6, 7, 8, 9},
                                .shared_per_block_opt_in = 10,
                                .memory = 11,
                                .l2 = 12,
                                .clock_mhz = 13.5,
                                .driver = "12.8",
                                .runtime = "12.9",
                                .details = {{"memory bus", "5,120 bits"}}};
  const auto got = unpack_offer(pack(Offer{"1.2.3", sent}));
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->version, "1.2.3");
  const launch::DeviceProperties& properties = got->properties;
  EXPECT_EQ(properties.kind, launch::DeviceKind::gpu);
  EXPECT_EQ(properties.id + properties.name + properties.compute_capability, "1H1009.0");
  EXPECT_EQ(properties.place, "") << "the client knows it";
  EXPECT_EQ(properties.multiprocessors, 132u);
  EXPECT_EQ(properties.limits.block, (base::Dim3{2, 3, 4}));
  EXPECT_EQ(properties.limits.grid, (base::Dim3{5, 6, 7}));
  EXPECT_EQ(properties.limits.shared_bytes, 8u);
  EXPECT_EQ(properties.per_multiprocessor.threads, 1u);
  EXPECT_EQ(properties.per_multiprocessor.shared_unit, 9u);
  EXPECT_EQ(properties.shared_per_block_opt_in, 10u);
  EXPECT_EQ(properties.memory, 11u);
  EXPECT_EQ(properties.l2, 12u);
  EXPECT_EQ(properties.clock_mhz, 13.5);
  EXPECT_EQ(properties.driver + properties.runtime, "12.812.9");
  EXPECT_EQ(properties.details, sent.details);

  sent.name = "H100\x1b[2J";
  EXPECT_EQ(unpack_offer(pack(Offer{"1.2.3", sent}))->properties.name, "H100\\x1b[2J") << "a terminal does not obey it";
  sent.per_multiprocessor.register_unit = 0;
  EXPECT_FALSE(unpack_offer(pack(Offer{"1.2.3", sent}))) << "occupancy is rounded up to it";
}

/// The bytes with the first `text` in them replaced by another one of its length.
launch::Bytes with_other_text(launch::Bytes bytes, std::string_view text, std::string_view other) {
  const auto same = [](std::byte byte, char c) { return byte == static_cast<std::byte>(c); };
  const auto found = std::search(bytes.begin(), bytes.end(), text.begin(), text.end(), same);
  EXPECT_NE(found, bytes.end());
  std::transform(other.begin(), other.end(), found, [](char c) { return static_cast<std::byte>(c); });
  return bytes;
}

TEST(Unpacking, names_what_this_program_does_not_know) {
  const Offer offer{"1.2.3", simt::make_device()->properties()};
  const auto tpu = unpack_offer(with_other_text(pack(offer), "simt", "t\x1bpu"));
  ASSERT_FALSE(tpu);
  EXPECT_EQ(tpu.error().message, "what the other end says of itself cannot be read: 't\\x1bpu' is none of simt, gpu");

  launch::LaunchResult result;
  result.fault.emplace().access = trace::AccessKind::atomic;
  const auto erased = unpack_result(with_other_text(pack(result), "atomic", "erased"), small_launch());
  ASSERT_FALSE(erased);
  EXPECT_EQ(erased.error().message, "the result cannot be read: 'erased' is none of read, write, atomic");
}

TEST(PackedAnswers, of_searches_and_streams_fit_their_requests) {
  launch::Launch launch = small_launch();
  launch.schedule = launch::Schedule::round_robin;
  launch::Progress progress;
  const auto found = simt::make_device()->search(launch, {0, 5}, 10, progress);
  ASSERT_TRUE(found) << found.error().message;
  const auto got = unpack_found(pack(*found), launch);
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->schedules, found->schedules);
  EXPECT_EQ(got->smallest->value.bits, found->smallest->value.bits);
  EXPECT_EQ(*got->largest->schedule, *found->largest->schedule);
  launch::SearchResult wrong = *found;
  wrong.largest->schedule = nullptr;
  EXPECT_FALSE(unpack_found(pack(wrong), launch));

  const launch::StreamPlan plan{2, 3, 1};
  const std::vector<launch::StreamTimeline> timelines{{launch::StreamWay::own_streams,
                                                       launch::TimeOrigin::modelled,
                                                       2,
                                                       {{launch::StreamPhase::kernel, 2, 1, 1, 2, 3}},
                                                       4,
                                                       5,
                                                       true}};
  const auto same = unpack_timelines(pack(timelines), plan);
  ASSERT_TRUE(same) << same.error().message;
  EXPECT_EQ(*same, timelines);
  auto late = timelines;
  late[0].tasks[0].part = 3;
  EXPECT_FALSE(unpack_timelines(pack(late), plan));

  Modules modules;
  const auto search = unpack_search(pack(SearchRequest{launch, {0, 5}, 10}), modules);
  ASSERT_TRUE(search);
  EXPECT_EQ(search->target, (launch::SearchTarget{0, 5}));
  EXPECT_EQ(search->schedules, 10u);
  const auto streams = unpack_streams(pack(StreamsRequest{launch, plan, {launch::Bytes(384)}}), modules);
  ASSERT_TRUE(streams);
  EXPECT_EQ(streams->plan, plan);
  EXPECT_EQ(streams->whole, std::vector<launch::Bytes>(1, launch::Bytes(384)));
  EXPECT_FALSE(unpack_streams(pack(StreamsRequest{launch, plan, {}}), modules));
  const auto state = unpack_state(pack(State{1, 2, 3}));
  ASSERT_TRUE(state);
  EXPECT_EQ(state->blocks_done + 10 * state->schedules_done + 100 * state->before, 321u);
  EXPECT_EQ(unpack_error(pack(base::Error{"a.cu", 1, 2, "no"})), (base::Error{"a.cu", 1, 2, "no"}));
}

}  // namespace
}  // namespace warplens::remote
