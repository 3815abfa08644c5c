#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

// The calls of the CUDA runtime that app/gpu makes, answered without a GPU: memory is the host's, kernels run on the SIMT
// machine. So that everything around the calls (what is loaded when, what is copied where, what a fault leaves) can be tested
// anywhere; that a GPU answers the same way, it cannot show.

namespace warplens::gpu {

/// How the pretended GPU behaves, and what was asked of it. Tests set it back.
struct PretendedGpu {
  int devices = 1;
  bool hangs = false;          ///< kernels never end
  bool resets = true;          ///< a new context works after a fault
  std::uint32_t loads = 0;     ///< modules loaded
  std::uint32_t launches = 0;  ///< kernels launched
  std::uint64_t free_bytes = std::uint64_t{64} << 20;

  /// Whether OpenGL draws on it, and what came of buffers that were shared (pretended_graphics.cpp).
  enum class Graphics : std::uint8_t { refused, granted, of_another_gpu } graphics = Graphics::refused;
  bool writes_elsewhere = false;  ///< what kernels write never gets to OpenGL
  std::uint32_t registered = 0, unregistered = 0, mapped = 0, unmapped = 0;
  std::uint32_t contexts = 0;  ///< thrown away, with all that was registered with them
  std::uint32_t misused = 0;   ///< calls that CUDA forbids: with a dead buffer, mapped twice, without an OpenGL context
};
PretendedGpu& pretended_gpu();

/// Memory with this content, allocated outside the device, and its content when freed.
void* lend_to_pretended_gpu(std::vector<std::byte> content);
std::vector<std::byte> take_from_pretended_gpu(void* address);

}  // namespace warplens::gpu
