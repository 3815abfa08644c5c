#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <thread>

#include "analysis/lost_updates.h"
#include "analysis/trace_races.h"
#include "gpu/gpu_device.h"
#include "launch/address_space.h"
#include "launch/placement.h"
#include "pretended_cuda.h"
#include "tests/instrumented_run.h"
#include "tests/simt/launcher.h"

// The GPU device on a pretended GPU: its behaviour around the CUDA calls.

namespace warplens::gpu {
namespace {

using launch::ElementType;
using simt::buffer;
using simt::values_of;

class PretendedDevice : public testing::Test {
 protected:
  PretendedDevice() {
    restart_pretended_gpu();
    device_ = std::move(find_devices().devices.at(0));
  }

  base::Result<launch::LaunchResult> run(const launch::Launch& launch) {
    launch::Progress progress;
    return device_->run(launch, progress);
  }

  std::unique_ptr<launch::Device> device_;
};

const std::string body = R"(.reg .pred %p; .reg .b32 %r<9>; .reg .b64 %d<9>; .shared .align 4 .b8 tile[256];
ld.param.u64 %d1, [a]; ld.param.u64 %d2, [b]; ld.param.u32 %r1, [n]; cvta.to.global.u64 %d1, %d1; cvta.to.global.u64 %d2, %d2;
mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x; mad.lo.u32 %r5, %r3, %r4, %r2;
mul.wide.u32 %d3, %r5, 4; add.u64 %d4, %d1, %d3; ld.global.u32 %r6, [%d4]; mov.u32 %r7, tile; shl.b32 %r8, %r2, 2;
add.u32 %r7, %r7, %r8; st.shared.u32 [%r7], %r6; bar.sync 0; ld.shared.u32 %r6, [%r7]; add.u32 %r6, %r6, %r1;
st.global.u32 [%d4], %r6; atom.global.add.u32 %r6, [%d2], 1; ret;)";

/// Adds 5 to 3 · 40 elements, through shared memory, and counts the threads.
launch::Launch adding() {
  std::vector<std::uint32_t> numbers(120);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::uint32_t>(7 * i);
  launch::Launch launch =
      simt::launch_of(simt::entry_text(".param .u64 a, .param .u64 b, .param .u32 n", body), 3, 40,
                      {buffer(ElementType::u32, numbers, "a"), buffer(ElementType::u32, std::vector<std::uint32_t>{0}, "b"),
                       simt::scalar(ElementType::u32, 5)});
  launch.trace_budget = 1u << 20;
  return launch;
}

void expect_added(const launch::LaunchResult& result) {
  ASSERT_EQ(result.outcome, launch::Outcome::finished) << result.fault->message;
  const auto numbers = values_of<std::uint32_t>(result.outputs.at(0));
  for (std::size_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], 7 * i + 5);
  EXPECT_EQ(values_of<std::uint32_t>(result.outputs.at(1)), std::vector<std::uint32_t>{120});
}

TEST_F(PretendedDevice, RunsOnceAndTimesIt) {
  const auto result = run(adding());
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  expect_added(*result);
  EXPECT_EQ(pretended_gpu().launches, 1u);
  EXPECT_TRUE(result->timing.kernel_ms && result->timing.copies_ms && result->timing.host_ms);
  EXPECT_FALSE(result->timing.kernel_spread || result->timing.overhead_ms);
  EXPECT_EQ(result->trace.level, trace::Level::none);
  EXPECT_EQ(result->trace_note, "");
}

TEST_F(PretendedDevice, ATraceIsOfASecondRunAndSaysWhatTheKernelDid) {
  launch::Launch launch = adding();
  launch.trace_level = trace::Level::full;
  const auto result = run(launch);
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  expect_added(*result);
  EXPECT_EQ(pretended_gpu().launches, 2u) << "the plain kernel for its time, the instrumented one for the trace";
  EXPECT_EQ(result->trace.level, trace::Level::memory) << result->trace_note;
  EXPECT_FALSE(result->modelled);
  EXPECT_NE(result->trace_note.find("instrumented"), std::string::npos);

  launch.trace_level = trace::Level::memory;
  const auto own = simt::run(launch);
  ASSERT_TRUE(own.ok());
  auto wanted = events_by_thread(own->trace, *launch.module, launch.entry);
  auto got = events_by_thread(result->trace, *launch.module, launch.entry);
  for (auto* all : {&wanted, &got}) {  // the old values returned by the atomic counter depend on the order
    for (auto& [thread, events] : *all) events.back().value = events.back().stored = 0;
  }
  expect_same_events(wanted, got);
  EXPECT_EQ(result->trace.placements.size(), 3u);
}

TEST_F(PretendedDevice, WhatAKernelReadsOffTheClockIsThePlainKernels) {
  const std::string timing = R"(.reg .b32 %r<3>; .reg .b64 %d<6>; ld.param.u64 %d1, [a]; ld.param.u64 %d2, [b];
mov.u64 %d3, %clock64; ld.volatile.global.u32 %r1, [%d2]; add.u32 %r2, %r1, 1; st.volatile.global.u32 [%d2], %r2;
mov.u64 %d4, %clock64; sub.u64 %d5, %d4, %d3; st.global.u64 [%d1], %d5; ret;)";
  launch::Launch launch = simt::launch_of(simt::entry_text(".param .u64 a, .param .u64 b", timing), 1, 1,
                                          {buffer(ElementType::u64, std::vector<std::uint64_t>{0}, "a"),
                                           buffer(ElementType::u32, std::vector<std::uint32_t>{41}, "b")});
  const auto plain = run(launch);
  launch.trace_level = trace::Level::memory;
  launch.trace_budget = 1u << 20;
  const auto traced = run(launch);
  ASSERT_TRUE(plain.ok() && traced.ok());
  EXPECT_EQ(pretended_gpu().launches, 3u);
  EXPECT_EQ(values_of<std::uint32_t>(traced->outputs.at(1)), std::vector<std::uint32_t>{42});
  EXPECT_GT(values_of<std::uint64_t>(plain->outputs.at(0)).front(), 0u);
  EXPECT_EQ(values_of<std::uint64_t>(traced->outputs.at(0)), values_of<std::uint64_t>(plain->outputs.at(0)));
  EXPECT_NE(traced->trace_note.find("reads the clock"), std::string::npos) << traced->trace_note;
  EXPECT_EQ(traced->trace.level, trace::Level::memory) << traced->trace_note;
}

TEST_F(PretendedDevice, ASecondTraceCompilesNothing) {
  launch::Launch launch = adding();
  launch.trace_level = trace::Level::memory;
  ASSERT_TRUE(run(launch).ok());
  const std::uint32_t loads = pretended_gpu().loads;
  const auto again = run(launch);
  ASSERT_TRUE(again.ok());
  expect_added(*again);
  EXPECT_EQ(pretended_gpu().loads, loads);
  EXPECT_EQ(again->trace.steps_not_recorded, 0u) << "the count of records starts anew";
}

TEST_F(PretendedDevice, ATraceIsBoundedByItsBudgetAndByFreeMemory) {
  launch::Launch launch = adding();
  launch.trace_level = trace::Level::memory;
  launch.trace_budget = 2000;
  const auto small = run(launch);
  ASSERT_TRUE(small.ok());
  expect_added(*small);
  EXPECT_EQ(small->trace.truncation, trace::Truncation::budget);
  EXPECT_GT(small->trace.steps_not_recorded, 0u);
  EXPECT_NE(small->trace_note.find("no room"), std::string::npos);
  launch.trace_budget = 1u << 20;
  pretended_gpu().free_bytes = 4000;
  const auto full = run(launch);
  ASSERT_TRUE(full.ok());
  expect_added(*full);
  EXPECT_EQ(full->trace.truncation, trace::Truncation::budget);
}

TEST_F(PretendedDevice, TracesOfVariablesStartFreshToo) {
  const std::string text =
      ".version 7.0\n.target sm_75\n.address_size 64\n.visible .global .align 4 .u32 launches = 40;\n"
      ".visible .entry kernel(.param .u64 a)\n{\n.reg .b32 %r<3>; .reg .b64 %d<3>;\n"
      "ld.param.u64 %d1, [a]; ld.global.u32 %r1, [launches]; add.u32 %r1, %r1, 1; st.global.u32 [launches], %r1;\n"
      "st.global.u32 [%d1], %r1; ret;\n}\n";
  launch::Launch launch = simt::launch_of(text, 1, 1, {buffer(ElementType::u32, std::vector<std::uint32_t>{0})});
  launch.trace_level = trace::Level::memory;
  launch.trace_budget = 1u << 20;
  launch.timed_runs = 3;
  for (int time = 0; time < 2; ++time) {
    const auto result = run(launch);
    ASSERT_TRUE(result.ok()) << base::describe(result.error());
    ASSERT_EQ(result->outcome, launch::Outcome::finished) << result->fault->message;
    EXPECT_EQ(values_of<std::uint32_t>(result->outputs.at(0)), std::vector<std::uint32_t>{41});
    ASSERT_EQ(result->trace.accesses.size(), 3u);
    EXPECT_EQ(result->trace.accesses.buffer, (std::vector<std::uint32_t>{trace::no_buffer, trace::no_buffer, 0}));
    EXPECT_EQ(result->trace.accesses.base, (std::vector<std::uint64_t>{0, 0, 0}));
  }
}

/// A launch of a program: `table` has the address of `data`'s second element, which the kernel multiplies by `factor`; it stores
/// the address of the third in `table`. Nothing lies where it lies on the GPU.
launch::Launch placed() {
  std::string text = simt::entry_text(
      ".param .u64 table",
      ".reg .b32 %r<9>; .reg .b64 %d<9>; ld.param.u64 %d1, [table]; ld.global.u64 %d2, [%d1]; ld.global.u32 %r1, [%d2];"
      "ld.global.u32 %r2, [factor]; mul.lo.u32 %r1, %r1, %r2; st.global.u32 [%d2], %r1; add.u64 %d2, %d2, 4;"
      "st.global.u64 [%d1], %d2; ret;");
  text.insert(text.find(".visible"), ".global .align 4 .u32 factor;\n");
  constexpr std::uint64_t data = launch::slot_base(launch::first_placed_global),
                          table = launch::slot_base(launch::first_placed_global + 1);
  launch::Launch launch = simt::launch_of(text, 1, 1,
                                          {buffer(ElementType::u32, std::vector<std::uint32_t>{3, 5, 7}, "data"),
                                           buffer(ElementType::u64, std::vector<std::uint64_t>{data + 4}, "table")});
  auto placement = std::make_shared<launch::Placement>();
  placement->blocks = {{.address = data}, {.address = table}};
  const std::uint32_t six = 6;
  launch::Bytes factor(4);
  std::memcpy(factor.data(), &six, 4);
  placement->variables.push_back(
      {0, launch::slot_base(launch::first_placed_global + 9), nullptr, std::make_shared<const launch::Bytes>(std::move(factor))});
  placement->parameters.resize(8);
  std::memcpy(placement->parameters.data(), &table, 8);
  launch.placement = std::move(placement);
  launch.trace_budget = 1u << 20;
  return launch;
}

TEST_F(PretendedDevice, RunsALaunchOfAProgramAndTracesIt) {
  launch::Launch launch = placed();
  launch.trace_level = trace::Level::memory;
  const auto result = run(launch);
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  ASSERT_EQ(result->outcome, launch::Outcome::finished) << result->fault->message;
  EXPECT_EQ(values_of<std::uint32_t>(result->outputs.at(0)), (std::vector<std::uint32_t>{3, 30, 7}));
  EXPECT_EQ(values_of<std::uint64_t>(result->outputs.at(1)), std::vector<std::uint64_t>{launch.placement->blocks[0].address + 8})
      << "as the program knows it";
  EXPECT_EQ(result->trace_note.find("There is no trace"), std::string::npos) << result->trace_note;
  EXPECT_EQ(result->trace.accesses.buffer, (std::vector<std::uint32_t>{1, 0, trace::no_buffer, 0, 1}));
}

TEST_F(PretendedDevice, DoesNotChangeAnothersMemory) {
  launch::Launch launch = placed();
  auto placement = *launch.placement;
  std::byte memory[12]{};
  placement.blocks[0].memory = memory;
  launch.placement = std::make_shared<const launch::Placement>(placement);
  EXPECT_FALSE(run(launch).ok());
}

TEST_F(PretendedDevice, TimesAsManyRunsAsItIsTold) {
  launch::Launch launch = adding();
  launch.timed_runs = 4;
  const auto result = run(launch);
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  expect_added(*result);
  EXPECT_EQ(pretended_gpu().launches, 1u + 4 + 4 + 1 + 4 + (4 + 1 + 4))
      << "a warm-up, four by events and four by the CPU's clock; an empty kernel with a warm-up; and a delay before each by "
         "events";
  ASSERT_TRUE(result->timing.kernel_spread && result->timing.copies_spread && result->timing.overhead_ms);
  EXPECT_EQ(result->timing.kernel_spread->runs, 4u);
  EXPECT_LE(result->timing.kernel_spread->smallest, result->timing.kernel_spread->median);
  EXPECT_LE(result->timing.kernel_spread->median, result->timing.kernel_spread->largest);
  EXPECT_EQ(*result->timing.kernel_ms, result->timing.kernel_spread->median);
}

TEST_F(PretendedDevice, RacesAndLostUpdatesAreFoundInItsTrace) {
  launch::Launch launch =
      simt::launch_of(simt::entry_text(".param .u64 a",
                                       ".reg .b32 %r<3>; .reg .b64 %d<3>; ld.param.u64 %d1, [a]; ld.global.u32 %r1, [%d1];\n"
                                       "add.u32 %r1, %r1, 1; st.global.u32 [%d1], %r1; ret;"),
                      4, 32, {buffer(ElementType::u32, std::vector<std::uint32_t>{0}, "counter")});
  launch.check = true;
  launch.trace_budget = 1u << 20;
  auto result = run(launch);
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  analysis::add_trace_races(launch, *result);
  ASSERT_FALSE(result->findings.empty());
  EXPECT_EQ(result->findings[0].buffer, "counter");
  EXPECT_EQ(result->unchecked, "");
  const auto counter = values_of<std::uint32_t>(result->outputs.at(0)).at(0);
  // Records follow loads and precede stores: every update that looks lost was lost, but some lost ones may look successful.
  EXPECT_LE(analysis::lost_updates(result->trace, 0, 1, 4).total, 128 - counter);
  EXPECT_GE(analysis::lost_updates(result->trace, 0, 1, 4).total, 4 * 31u) << "of a warp, one at most is not lost";
}

launch::Launch failing() {
  return simt::launch_of(simt::entry_text(".param .u64 a",
                                          ".reg .b32 %r<3>; .reg .b64 %d<3>; ld.param.u64 %d1, [a];\n"
                                          "st.global.u32 [%d1+4096], 1; ret;"),
                         1, 32, {buffer(ElementType::u32, std::vector<std::uint32_t>{0})});
}

TEST_F(PretendedDevice, IsOutOfUseAfterAFaultAndSaysSo) {
  EXPECT_EQ(device_->out_of_use(), "");
  const auto failed = run(failing());
  ASSERT_TRUE(failed.ok()) << base::describe(failed.error());
  ASSERT_EQ(failed->outcome, launch::Outcome::faulted);
  EXPECT_EQ(failed->fault->kind, launch::FaultKind::out_of_bounds);
  EXPECT_NE(failed->fault->message.find("outside"), std::string::npos);
  EXPECT_EQ(failed->outputs.size(), 1u);
  EXPECT_NE(device_->out_of_use().find("out of use"), std::string::npos) << device_->out_of_use();
  const auto next = run(adding());
  ASSERT_FALSE(next.ok());
  EXPECT_NE(next.error().message.find("out of use"), std::string::npos) << next.error().message;
}

TEST_F(PretendedDevice, LeavesAKernelThatNeverEndsWhenItIsCancelled) {
  pretended_gpu().hangs = true;
  launch::Progress progress;
  std::thread impatient([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    progress.cancel = true;
  });
  const auto result = device_->run(adding(), progress);
  impatient.join();
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  EXPECT_EQ(result->outcome, launch::Outcome::cancelled);
  pretended_gpu().hangs = false;
  const auto next = run(adding());
  ASSERT_FALSE(next.ok());
  EXPECT_NE(next.error().message.find("still runs"), std::string::npos) << next.error().message;
}

TEST_F(PretendedDevice, SaysHowMuchMemoryIsFreeWhereThereIsTooLittle) {
  pretended_gpu().free_bytes = 100;
  const auto result = run(adding());
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message.find("cannot allocate 480 bytes"), std::string::npos) << result.error().message;
  EXPECT_NE(result.error().message.find("are free"), std::string::npos) << result.error().message;
}

TEST_F(PretendedDevice, WhereThereIsNoneItIsSaidWhy) {
  pretended_gpu().devices = 0;
  unsetenv("CUDA_VISIBLE_DEVICES");
  EXPECT_EQ(find_devices().note, "no NVIDIA GPU in this computer");
  setenv("CUDA_VISIBLE_DEVICES", "7", 1);
  EXPECT_EQ(find_devices().note, "no NVIDIA GPU that CUDA_VISIBLE_DEVICES=7 lets programs see");
  unsetenv("CUDA_VISIBLE_DEVICES");
  EXPECT_TRUE(find_devices().devices.empty());
}

TEST_F(PretendedDevice, SeveralHaveTheirNumbers) {
  pretended_gpu().devices = 2;
  const FoundDevices found = find_devices();
  ASSERT_EQ(found.devices.size(), 2u);
  EXPECT_EQ(found.devices[0]->properties().id, "0");
  EXPECT_EQ(found.devices[1]->properties().id, "1");
}

TEST_F(PretendedDevice, KnowsItself) {
  const launch::DeviceProperties& properties = device_->properties();
  EXPECT_EQ(properties.id, "0");
  EXPECT_EQ(properties.compute_capability, "9.0");
  EXPECT_GT(properties.details.size(), 10u);
  for (const auto& [what, value] : properties.details) EXPECT_FALSE(what.empty() || value.empty()) << what;
}

}  // namespace
}  // namespace warplens::gpu
