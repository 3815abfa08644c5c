#pragma once

#include <cstdint>
#include <memory>

#include "base/result.h"
#include "launch/shared_buffer.h"

namespace warplens::gpu {

class ContextLife;

/// Registers OpenGL buffers with one GPU (CUDA runtime API, "OpenGL Interoperability"). The thread that draws may use it while
/// another runs kernels.
class Interop {
 public:
  Interop();

  /// Register an OpenGL buffer of the context that is current here, so that kernels on the GPU `ordinal` can fill its first
  /// `bytes` bytes. The error says why they cannot: OpenGL draws on another GPU or on none, or the driver refuses.
  base::Result<std::unique_ptr<launch::SharedBuffer>> share(int ordinal, std::uint32_t gl_buffer, std::uint64_t bytes);
  /// What was registered so far is lost with its CUDA context, or to a kernel that never ends (`still_written`): it is left alone
  /// from now on.
  void lose(bool still_written);

 private:
  std::shared_ptr<ContextLife> life_;
};

}  // namespace warplens::gpu
