#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/result.h"

namespace warplens::gl {

/// An OpenGL 3.3 core context without a window, current on the thread that made it, until it is gone. By EGL: Mesa's surfaceless
/// platform, a device (NVIDIA), or the default display with a pbuffer.
class OffscreenContext {
 public:
  /// `gpu` is the number in CUDA's order of the GPU that is to draw, where that is known (EGL_NV_device_cuda); another draws
  /// where it cannot. The error says what was tried where no context can be had.
  static base::Result<OffscreenContext> create(std::optional<int> gpu = std::nullopt);
  OffscreenContext(OffscreenContext&&) noexcept;
  OffscreenContext& operator=(OffscreenContext&&) noexcept;
  ~OffscreenContext();

 private:
  struct State;
  explicit OffscreenContext(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Load the OpenGL functions of the current context, made by a window library. `loader` is its function for looking up names.
base::Status load_functions(void (*(*loader)(const char* name))());

/// "vendor, renderer, version" of the current context.
std::string description();

}  // namespace warplens::gl
