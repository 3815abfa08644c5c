#pragma once

#include <cstdint>
#include <memory>

#include "base/result.h"
#include "launch/shared_buffer.h"

namespace warplens::gpu {

class ContextLife;

/// Registers OpenGL buffers with one GPU (CUDA runtime API, "OpenGL Interoperability"). The drawing thread may use it while
/// another thread runs kernels.
class Interop {
 public:
  Interop();

  /// Register an OpenGL buffer of the current context, so that kernels on GPU `ordinal` can write its first `bytes` bytes.
  /// Errors: OpenGL renders on another GPU or on none, or the driver refuses.
  base::Result<std::unique_ptr<launch::SharedBuffer>> share(int ordinal, std::uint32_t gl_buffer, std::uint64_t bytes);
  /// Mark all registrations so far as lost, so that they are not used any more: their CUDA context is gone, or a kernel never
  /// ends (`still_written`).
  void lose(bool still_written);

 private:
  std::shared_ptr<ContextLife> life_;
};

}  // namespace warplens::gpu
