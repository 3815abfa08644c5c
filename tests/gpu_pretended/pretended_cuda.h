#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

// Mock of the CUDA runtime functions that app/gpu calls: memory is host memory, kernels run on the SIMT machine. It tests
// everything around the calls (module loading, copies, faults) without a GPU, but not that a real GPU behaves the same.

namespace warplens::gpu {

/// Behaviour of the pretended GPU, and counts of the calls to it. Tests must reset it.
struct PretendedGpu {
  int devices = 1;
  bool hangs = false;          ///< kernels never end
  std::uint32_t loads = 0;     ///< modules loaded
  std::uint32_t launches = 0;  ///< kernels launched
  std::uint64_t free_bytes = std::uint64_t{64} << 20;

  /// Whether OpenGL runs on this GPU, and statistics of shared buffers (pretended_graphics.cpp).
  enum class Graphics : std::uint8_t { refused, granted, of_another_gpu } graphics = Graphics::refused;
  bool writes_elsewhere = false;  ///< writes of kernels never reach OpenGL
  std::uint32_t registered = 0, unregistered = 0, mapped = 0, unmapped = 0;
  std::uint32_t contexts = 0;  ///< contexts destroyed, with everything registered in them
  std::uint32_t misused = 0;   ///< calls that CUDA forbids: dead buffer, mapped twice, no OpenGL context
};
PretendedGpu& pretended_gpu();

/// Simulate a restart of the program: nothing is allocated or loaded, no kernel has failed, and the GPU is reset.
void restart_pretended_gpu();

/// Allocate memory with this content outside the device; free it and return its content.
void* lend_to_pretended_gpu(std::vector<std::byte> content);
std::vector<std::byte> take_from_pretended_gpu(void* address);

}  // namespace warplens::gpu
