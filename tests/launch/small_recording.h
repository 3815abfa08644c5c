#pragma once

#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "launch/address_space.h"
#include "launch/recording/recording.h"

namespace warplens::launch {

/// A recording of three launches of a kernel that increments four numbers and uses one global and one constant variable. The
/// program frees memory before the launches; the third launch's memory is not kept.
inline ProgramRecording small_recording() {
  const std::string ptx = R"(.version 7.0
.target sm_75
.address_size 64
.global .align 4 .u32 launches;
.const .align 4 .b8 step[4] = {1, 0, 0, 0};
.visible .entry increment(.param .u64 data, .param .u32 n)
{
  .reg .pred %p<2>;
  .reg .b32 %r<7>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [data];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  setp.ge.u32 %p1, %r2, %r1;
  @%p1 bra DONE;
  mul.wide.u32 %rd2, %r2, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r3, [%rd3];
  ld.const.u32 %r4, [step];
  add.u32 %r5, %r3, %r4;
  st.global.u32 [%rd3], %r5;
  atom.global.add.u32 %r6, [launches], 1;
DONE:
  ret;
}
)";
  const auto bytes = [](std::initializer_list<int> values) {
    Bytes all;
    for (const int value : values) all.push_back(static_cast<std::byte>(value));
    return std::make_shared<const Bytes>(std::move(all));
  };
  const std::uint64_t old = slot_base(first_placed_global), data = slot_base(first_placed_global + 1),
                      launches = slot_base(first_placed_global + 2), step = slot_base(first_placed_constant);
  using Kind = RecordedCall::Kind;
  using enum RecordedAllocation::Kind;
  ProgramRecording recording;
  recording.name = "homework";
  recording.spec = "toy";
  recording.schedule = Schedule::random;
  recording.seed = 7;
  recording.sources = {{"/home/student/homework.cu", "__global__ void increment(int* data, int n);\n"}};
  recording.modules = {ptx};
  recording.allocations = {{"d_old", device, ElementType::u8, old, 10, 0, 2},
                           {"d_x", device, ElementType::i32, data, 16, 1, no_call},
                           {"launches", variable, ElementType::u8, launches, 4, no_call, no_call},
                           {"step", variable, ElementType::u8, step, 4, no_call, no_call}};
  const auto call = [&](const char* function, std::uint32_t line, Kind kind, double called, double returned) -> RecordedCall& {
    RecordedCall& made = recording.calls.emplace_back();
    made.function = function;
    made.place = {"/home/student/homework.cu", line};
    made.kind = kind;
    made.called_ms = made.begin_ms = made.end_ms = called;
    made.returned_ms = returned;
    return made;
  };
  call("cudaMalloc", 7, Kind::allocate, 0, 0).bytes = 10;
  call("cudaMalloc", 8, Kind::allocate, 0, 0).bytes = 16;
  call("cudaFree", 9, Kind::free, 0, 0);
  RecordedCall& copy = call("cudaMemcpy", 10, Kind::copy, 0, 0.5);
  copy.direction = RecordedCall::Direction::to_device;
  copy.bytes = 16;
  copy.to = 1;
  copy.end_ms = 0.5;
  for (std::uint32_t k = 0; k < 2; ++k) {
    RecordedCall& launch = call("kernel increment", 11 + k, Kind::launch, 0.5, 0.5);
    launch.launch = k;
    launch.begin_ms = 0.5 + k;
    launch.end_ms = 1.5 + k;
    launch.stream = 3;
  }
  call("cudaDeviceSynchronize", 13, Kind::wait, 0.5, 2.5).error = "cudaErrorLaunchFailure";
  const auto of_step = bytes({1, 0, 0, 0});
  for (std::uint32_t k = 0; k < 2; ++k) {
    RecordedLaunch& launch = recording.launches.emplace_back();
    launch.kernel = "increment(int*, int)";
    launch.entry = "increment";
    launch.call = 4 + k;
    launch.grid = {1, 1, 1};
    launch.block = {32, 1, 1};
    launch.heap_bytes = 1000;
    launch.parameters.resize(12);
    std::memcpy(launch.parameters.data(), &data, sizeof data);
    launch.parameters[8] = std::byte{4};
    launch.blocks = {{0, nullptr, {}},
                     {1, bytes({1 + static_cast<int>(k), 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0}),
                      k == 0 ? RangesOfBytes{{0, 4}, {8, 16}} : RangesOfBytes{}}};
    launch.variables = {{0, launches, bytes({static_cast<int>(4 * k), 0, 0, 0})}, {1, step, of_step}};
  }
  recording.launches.push_back(recording.launches.back());
  recording.launches.back().blocks.clear();
  recording.launches.back().variables.clear();
  recording.launches.back().call = 7;
  recording.launches.back().not_kept = "the memory of the launch is over the budget";
  RecordedCall& last = call("kernel increment", 14, Kind::launch, 2.5, 2.5);
  last.launch = 2;
  recording.findings = {
      {"leak", "d_x is never freed", {"/home/student/homework.cu", 8}, {}, 1},
      {"data-race", "two threads", {"/home/student/homework.cu", 3}, {"/home/student/homework.cu", 4}, no_call}};
  recording.notes = {{"launch-timed", "the launch was timed", {"/home/student/homework.cu", 12}, {}, 4}};
  recording.output = "done\n";
  recording.exit_status = 139;
  recording.incomplete = "only the first calls were recorded";
  return recording;
}

}  // namespace warplens::launch
