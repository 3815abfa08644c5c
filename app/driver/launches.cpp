#include "cudart/launch.h"

#include <algorithm>
#include <span>

#include "driver/driver.h"

// Launches, and properties of kernels.

namespace warplens::driver {
namespace {

using runtime::Status;

bool is_kernel(CUfunction function) {
  const std::lock_guard lock(cudart::calls_in_turn());
  return cudart::program().kernels.is_kernel(function);
}

bool takes_arguments(CUfunction function) {
  const std::lock_guard lock(cudart::calls_in_turn());
  const auto kernel = cudart::program().kernels.kernel(function);
  return kernel.ok() && !(*kernel)->function().parameters.empty();
}

/// Pointers to a kernel's parameters in the buffer that `extra` gives (CU_LAUNCH_PARAM_BUFFER_…). Empty if it gives none, or one
/// that is too small.
std::vector<void*> packed_arguments(CUfunction function, void** extra) {
  std::byte* buffer = nullptr;
  std::size_t bytes = 0;
  for (void** each = extra; each[0] != CU_LAUNCH_PARAM_END; each += 2) {
    if (each[0] == CU_LAUNCH_PARAM_BUFFER_POINTER) buffer = static_cast<std::byte*>(each[1]);
    if (each[0] == CU_LAUNCH_PARAM_BUFFER_SIZE) bytes = *static_cast<std::size_t*>(each[1]);
  }
  const std::lock_guard lock(cudart::calls_in_turn());
  const auto kernel = cudart::program().kernels.kernel(function);
  std::vector<void*> arguments;
  if (!kernel || buffer == nullptr) return arguments;
  for (const ptx::Parameter& parameter : (*kernel)->function().parameters) {
    if (parameter.offset + parameter.size > bytes) return {};
    arguments.push_back(buffer + parameter.offset);
  }
  return arguments;
}

CUresult run_kernel(const char* name, CUfunction function, const cudart::Configuration& configuration, void** arguments,
                    void** extra, bool cooperative) {
  if (const auto wrong = problem(name, Needs::context)) return *wrong;
  if (!is_kernel(function)) return refused(name, Status::invalid_handle);
  if (arguments != nullptr && extra != nullptr)
    return refused(name, Status::invalid_value, "arguments are given twice: one of the two must be null");
  std::vector<void*> packed;
  if (extra != nullptr) {
    packed = packed_arguments(function, extra);
    arguments = packed.empty() ? nullptr : packed.data();
  }
  if (arguments == nullptr && takes_arguments(function))
    return refused(name, Status::invalid_value, "the kernel's arguments are missing");
  return by_runtime(name, [&] { return cudart::launch_kernel(name, function, configuration, arguments, cooperative); });
}

CUresult about_kernel(const char* name, CUfunction function, cudaFuncAttributes& attributes) {
  if (const auto wrong = problem(name, Needs::context)) return *wrong;
  if (!is_kernel(function)) return refused(name, Status::invalid_handle);
  return by_runtime(name, [&] { return cudaFuncGetAttributes(&attributes, function); });
}

std::optional<int> value_of(const cudaFuncAttributes& all, CUfunction_attribute which) {
  switch (which) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      return all.maxThreadsPerBlock;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      return static_cast<int>(all.sharedSizeBytes);
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
      return static_cast<int>(all.constSizeBytes);
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      return static_cast<int>(all.localSizeBytes);
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      return all.numRegs;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
      return all.ptxVersion;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
      return all.binaryVersion;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
      return all.cacheModeCA;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      return all.maxDynamicSharedSizeBytes;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      return all.preferredShmemCarveout;
  }
  return std::nullopt;
}

/// Find the block size with which most threads are resident, and how many such blocks fill all multiprocessors.
CUresult best_block(const char* name, int* grid, int* block, CUfunction function, CUoccupancyB2DSize shared_of,
                    std::size_t shared, int most) {
  cudaFuncAttributes attributes{};
  if (grid == nullptr || block == nullptr) return refused(name, Status::invalid_value);
  if (const CUresult asked = about_kernel(name, function, attributes); asked != CUDA_SUCCESS) return asked;
  constexpr int warp = 32;
  const int limit = most > 0 ? std::min(most, attributes.maxThreadsPerBlock) : attributes.maxThreadsPerBlock;
  int best_blocks = 0, best_threads = 0;
  for (int threads = limit; threads > 0; threads = (threads - 1) / warp * warp) {
    int blocks = 0;
    const std::size_t bytes = shared_of != nullptr ? shared_of(threads) : shared;
    if (cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads, bytes) != CUDA_SUCCESS) break;
    if (blocks * threads > best_blocks * best_threads) {
      best_blocks = blocks;
      best_threads = threads;
    }
  }
  int multiprocessors = 0;
  (void)cuDeviceGetAttribute(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0);
  *block = best_threads;
  *grid = best_blocks * multiprocessors;
  return best_threads > 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

}  // namespace
}  // namespace warplens::driver

using namespace warplens;
using namespace warplens::driver;

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void** arguments, void** extra) {
  return run_kernel(__func__, function, {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, stream}, arguments, extra,
                    false);
}
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                                   unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void** arguments) {
  return run_kernel(__func__, function, {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, stream}, arguments,
                    nullptr, true);
}
CUresult cuLaunchKernelEx(const CUlaunchConfig* configuration, CUfunction function, void** arguments, void** extra) {
  if (configuration == nullptr) return refused(__func__, Status::invalid_value);
  const CUlaunchConfig& all = *configuration;
  const bool cooperative = std::ranges::any_of(std::span(all.attrs, all.numAttrs), [](const CUlaunchAttribute& attribute) {
    return attribute.id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE && attribute.value.cooperative != 0;
  });
  return run_kernel(__func__, function,
                    {{all.gridDimX, all.gridDimY, all.gridDimZ},
                     {all.blockDimX, all.blockDimY, all.blockDimZ},
                     all.sharedMemBytes,
                     all.hStream},
                    arguments, extra, cooperative);
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute which, CUfunction function) {
  cudaFuncAttributes attributes{};
  if (const CUresult asked = about_kernel(__func__, function, attributes); asked != CUDA_SUCCESS) return asked;
  const auto found = value_of(attributes, which);
  if (value == nullptr || !found) return refused(__func__, Status::invalid_value);
  *value = *found;
  return CUDA_SUCCESS;
}
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute which, int value) {
  if (!is_kernel(function)) return refused(__func__, Status::invalid_handle);
  return by_runtime(__func__, [&] { return cudaFuncSetAttribute(function, static_cast<cudaFuncAttribute>(which), value); });
}
CUresult cuFuncSetCacheConfig(CUfunction, CUfunc_cache) { return accept(__func__); }
CUresult cuFuncSetSharedMemConfig(CUfunction, CUsharedconfig) { return accept(__func__); }
CUresult cuFuncGetName(const char** name, CUfunction function) {
  if (!is_kernel(function)) return refused(__func__, Status::invalid_handle);
  return by_runtime(__func__, [&] { return cudaFuncGetName(name, function); });
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function, int threads, size_t shared) {
  if (!is_kernel(function)) return refused(__func__, Status::invalid_handle);
  return by_runtime(__func__, [&] { return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared); });
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, CUfunction function, int threads, size_t shared,
                                                              unsigned) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared);
}
CUresult cuOccupancyMaxPotentialBlockSize(int* grid, int* block, CUfunction function, CUoccupancyB2DSize shared_of, size_t shared,
                                          int most) {
  return best_block(__func__, grid, block, function, shared_of, shared, most);
}
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, CUfunction function, CUoccupancyB2DSize shared_of,
                                                   size_t shared, int most, unsigned) {
  return best_block(__func__, grid, block, function, shared_of, shared, most);
}
