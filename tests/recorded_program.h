#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "launch/address_space.h"
#include "launch/recording/recording.h"

// A handmade recording of a program: its first launch computes x = x + 1, its second y = 3 · x.

namespace warplens::recorded {

inline const char* const source = R"(#include <cstdio>

__device__ int factor = 1;

__global__ void increment(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 1;
}

__global__ void scale(const int *x, int *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = factor * x[i];
}

int main() {
  const int n = 1000, three = 3;
  int host[n], *d_x, *d_y;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&d_x, n * sizeof(int));
  cudaMalloc(&d_y, n * sizeof(int));
  cudaMemcpy(d_x, host, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(factor, &three, sizeof(int));
  increment<<<4, 256>>>(d_x, n);
  scale<<<4, 256>>>(d_x, d_y, n);
  cudaMemcpy(host, d_y, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_x);
}
)";

/// The PTX of its kernels, as a compiler writes it.
inline const char* const ptx = R"(.version 7.5
.target sm_75
.address_size 64
.global .align 4 .u32 factor = 1;
.visible .entry _Z9incrementPii(.param .u64 increment_0, .param .u32 increment_1)
{
  .reg .pred %p<2>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<5>;
  .loc 1 5 0
  ld.param.u64 %rd1, [increment_0];
  ld.param.u32 %r2, [increment_1];
  .loc 1 6 3
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %ntid.x;
  mov.u32 %r5, %tid.x;
  mad.lo.s32 %r1, %r3, %r4, %r5;
  .loc 1 7 3
  setp.ge.s32 %p1, %r1, %r2;
  @%p1 bra $end;
  cvta.to.global.u64 %rd2, %rd1;
  mul.wide.s32 %rd3, %r1, 4;
  add.s64 %rd4, %rd2, %rd3;
  ld.global.u32 %r6, [%rd4];
  add.s32 %r7, %r6, 1;
  st.global.u32 [%rd4], %r7;
$end:
  .loc 1 8 1
  ret;
}
.visible .entry _Z5scalePKiPii(.param .u64 scale_0, .param .u64 scale_1, .param .u32 scale_2)
{
  .reg .pred %p<2>;
  .reg .b32 %r<9>;
  .reg .b64 %rd<8>;
  .loc 1 10 0
  ld.param.u64 %rd1, [scale_0];
  ld.param.u64 %rd2, [scale_1];
  ld.param.u32 %r2, [scale_2];
  .loc 1 11 3
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %ntid.x;
  mov.u32 %r5, %tid.x;
  mad.lo.s32 %r1, %r3, %r4, %r5;
  .loc 1 12 3
  setp.ge.s32 %p1, %r1, %r2;
  @%p1 bra $end;
  cvta.to.global.u64 %rd3, %rd1;
  mul.wide.s32 %rd4, %r1, 4;
  add.s64 %rd5, %rd3, %rd4;
  ld.global.u32 %r6, [%rd5];
  ld.global.u32 %r7, [factor];
  mul.lo.s32 %r8, %r6, %r7;
  cvta.to.global.u64 %rd6, %rd2;
  add.s64 %rd7, %rd6, %rd4;
  st.global.u32 [%rd7], %r8;
$end:
  .loc 1 13 1
  ret;
}
.file 1 "/home/student/homework.cu"
)";

inline constexpr int elements = 1000;
inline const char* const file = "/home/student/homework.cu";

inline std::shared_ptr<const launch::Bytes> bytes_of(const std::vector<std::int32_t>& values) {
  launch::Bytes bytes(values.size() * sizeof(std::int32_t));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return std::make_shared<const launch::Bytes>(std::move(bytes));
}

/// `first`, `first` + 1, …
inline std::shared_ptr<const launch::Bytes> counting_from(std::int32_t first) {
  std::vector<std::int32_t> values(elements);
  for (int i = 0; i < elements; ++i) values[static_cast<std::size_t>(i)] = first + i;
  return bytes_of(values);
}

/// The parameters of a launch: pointers, then the number of elements.
inline std::vector<std::byte> parameters(const std::vector<std::uint64_t>& pointers) {
  const std::int32_t n = elements;
  std::vector<std::byte> bytes(8 * pointers.size() + sizeof n);
  std::memcpy(bytes.data(), pointers.data(), 8 * pointers.size());
  std::memcpy(bytes.data() + 8 * pointers.size(), &n, sizeof n);
  return bytes;
}

inline std::uint64_t address(std::uint64_t number) { return launch::slot_base(launch::first_placed_global + number); }

/// The launches take 20 and 21 µs, the copies 12, 8 and 12 µs, and the host waits for all of it. d_y is never freed.
inline launch::ProgramRecording homework() {
  using launch::no_allocation, launch::no_call;
  using Call = launch::RecordedCall;
  using Allocation = launch::RecordedAllocation;
  constexpr std::uint64_t size = elements * sizeof(std::int32_t);
  launch::ProgramRecording program;
  program.name = "homework";
  program.spec = "toy";
  program.sources = {{file, source}};
  program.modules = {ptx};
  const auto allocation = [&](const char* name, Allocation::Kind kind, std::uint64_t bytes, std::uint32_t allocated,
                              std::uint32_t freed) {
    Allocation& made = program.allocations.emplace_back();
    made.name = name;
    made.kind = kind;
    made.type = launch::ElementType::i32;
    made.address = address(program.allocations.size());
    made.bytes = bytes;
    made.allocated = allocated;
    made.freed = freed;
  };
  allocation("d_x", Allocation::Kind::device, size, 0, 7);
  allocation("d_y", Allocation::Kind::device, size, 1, no_call);
  allocation("factor", Allocation::Kind::variable, 4, no_call, no_call);
  const auto call = [&](const char* function, std::uint32_t line, Call::Kind kind, std::uint64_t bytes, double called,
                        double returned) -> Call& {
    Call& made = program.calls.emplace_back();
    made.function = function;
    made.place = {file, line};
    made.kind = kind;
    made.bytes = bytes;
    made.called_ms = made.begin_ms = made.end_ms = called;
    made.returned_ms = returned;
    return made;
  };
  call("cudaMalloc", 19, Call::Kind::allocate, size, 0, 0).to = 0;
  call("cudaMalloc", 20, Call::Kind::allocate, size, 0, 0).to = 1;
  Call& in = call("cudaMemcpy", 21, Call::Kind::copy, size, 0, 0.012);
  in.direction = Call::Direction::to_device;
  in.to = 0;
  in.end_ms = 0.012;
  Call& symbol = call("cudaMemcpyToSymbol", 22, Call::Kind::copy, 4, 0.012, 0.020);
  symbol.direction = Call::Direction::to_device;
  symbol.to = 2;
  symbol.end_ms = 0.020;
  Call& increment = call("kernel increment", 23, Call::Kind::launch, 0, 0.020, 0.020);
  increment.launch = 0;
  increment.end_ms = 0.040;
  Call& scale = call("kernel scale", 24, Call::Kind::launch, 0, 0.020, 0.020);
  scale.launch = 1;
  scale.begin_ms = 0.040;
  scale.end_ms = 0.061;
  Call& out = call("cudaMemcpy", 25, Call::Kind::copy, size, 0.020, 0.073);
  out.direction = Call::Direction::to_host;
  out.from = 1;
  out.begin_ms = 0.061;
  out.end_ms = 0.073;
  call("cudaFree", 26, Call::Kind::free, 0, 0.073, 0.073).to = 0;
  const auto launch = [&](const char* kernel, const char* entry, std::uint32_t of_call,
                          const std::vector<std::uint64_t>& pointers, std::int32_t first) {
    launch::RecordedLaunch& made = program.launches.emplace_back();
    made.kernel = kernel;
    made.entry = entry;
    made.call = of_call;
    made.grid = {4, 1, 1};
    made.block = {256, 1, 1};
    made.parameters = parameters(pointers);
    made.blocks = {{0, counting_from(first), {}}, {1, std::make_shared<const launch::Bytes>(size, std::byte{0xcd}), {{0, size}}}};
    made.variables = {{0, program.allocations[2].address, bytes_of({3})}};
  };
  launch("increment(int*, int)", "_Z9incrementPii", 4, {program.allocations[0].address}, 0);
  launch("scale(int const*, int*, int)", "_Z5scalePKiPii", 5, {program.allocations[0].address, program.allocations[1].address},
         1);
  launch::RecordedFinding& leak = program.findings.emplace_back();
  leak.kind = "leak";
  leak.message = "d_y (4,000 bytes) is never freed";
  leak.place = {file, 20};
  leak.call = 1;
  return program;
}

}  // namespace warplens::recorded
