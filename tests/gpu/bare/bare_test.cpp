#include <cuda_runtime_api.h>

#include <array>
#include <cstdio>

#include "base/file.h"
#include "base/resources.h"
#include "tests/gpu/gpu_test.h"

// The same launches with the plain CUDA runtime, as in a minimal program, to compare with the times that GpuDevice reports: they
// should agree within 2 %. Printed, not asserted: tests do not depend on timing.

namespace warplens::gpu {
namespace {

constexpr int bare_runs = 21;
constexpr int bare_elements = 1'000'000, block = 256, grid = (bare_elements + block - 1) / block;

/// Median milliseconds of `increment` on 10^6 elements: kernel alone, and with copies. The timed kernel is queued behind others,
/// so that the time until the GPU begins it does not count.
std::array<double, 2> bare_times(const std::string& ptx) {
  constexpr int kernels_before = 16;  // take longer than it takes to queue them
  cudaLibrary_t library = nullptr;
  cudaKernel_t kernel = nullptr;
  EXPECT_EQ(cudaLibraryLoadData(&library, ptx.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0), cudaSuccess);
  EXPECT_EQ(cudaLibraryGetKernel(&kernel, library, "_Z9incrementPfi"), cudaSuccess);
  std::vector<float> host(bare_elements);
  const std::size_t bytes = host.size() * sizeof(float);
  void* device = nullptr;
  EXPECT_EQ(cudaMalloc(&device, bytes), cudaSuccess);
  cudaStream_t stream = nullptr;
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  std::array<cudaEvent_t, 5> events{};
  for (cudaEvent_t& event : events) cudaEventCreate(&event);
  int n = bare_elements;
  std::array<void*, 2> arguments{&device, &n};
  const auto milliseconds = [&](int from, int to) {
    float time = 0;
    cudaEventElapsedTime(&time, events[from], events[to]);
    return static_cast<double>(time);
  };
  std::vector<double> kernel_ms, copies_ms;
  for (int run = 0; run <= bare_runs; ++run) {
    cudaEventRecord(events[0], stream);
    cudaMemcpyAsync(device, host.data(), bytes, cudaMemcpyHostToDevice, stream);
    cudaEventRecord(events[1], stream);
    for (int k = 0; k < kernels_before; ++k) cudaLaunchKernel(kernel, dim3(grid), dim3(block), arguments.data(), 0, stream);
    cudaEventRecord(events[2], stream);
    cudaLaunchKernel(kernel, dim3(grid), dim3(block), arguments.data(), 0, stream);
    cudaEventRecord(events[3], stream);
    cudaStreamSynchronize(stream);
    cudaMemcpyAsync(host.data(), device, bytes, cudaMemcpyDeviceToHost, stream);
    cudaEventRecord(events[4], stream);
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    if (run == 0) continue;  // warm-up run
    kernel_ms.push_back(milliseconds(2, 3));
    copies_ms.push_back(milliseconds(0, 1) + milliseconds(2, 4));
  }
  for (cudaEvent_t event : events) cudaEventDestroy(event);
  cudaStreamDestroy(stream);
  cudaFree(device);
  cudaLibraryUnload(library);
  return {launch::spread_of(kernel_ms).median, launch::spread_of(copies_ms).median};
}

class GpuBare : public GpuTest {};

TEST_F(GpuBare, TimesBesideThoseOfABareProgram) {
  const auto text = base::read_text(base::resource_folder() / "kernels" / "increment.ptx");
  ASSERT_TRUE(text.ok());
  auto module = ptx::parse(*text, "increment.ptx");
  ASSERT_TRUE(module.ok());
  launch::Launch launch;
  const auto entry = ptx::find_entry(*module, "increment");
  ASSERT_TRUE(entry.ok());
  launch.entry = *entry;
  launch.module = std::make_shared<const ptx::Module>(std::move(*module));
  launch.grid = {grid, 1, 1};
  launch.block = {block, 1, 1};
  launch.arguments = {buffer_of(launch::ElementType::f32, std::vector<float>(bare_elements)),
                      launch::Scalar{launch::ElementType::i32, bare_elements}};
  launch.timed_runs = bare_runs;
  const auto result = run(launch);
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  ASSERT_TRUE(result->timing.kernel_ms && result->timing.copies_ms);
  const auto [kernel_ms, copies_ms] = bare_times(*text);
  std::printf("BARE| kernel | %.4f | %.4f | %.3f |\n", *result->timing.kernel_ms, kernel_ms,
              *result->timing.kernel_ms / kernel_ms);
  std::printf("BARE| kernel with copies | %.4f | %.4f | %.3f |\n", *result->timing.copies_ms, copies_ms,
              *result->timing.copies_ms / copies_ms);
}

}  // namespace
}  // namespace warplens::gpu
