#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/result.h"

namespace warplens::gl {

/// An OpenGL 3.3 core context without a window, current on the thread that created it for as long as it exists. Uses EGL: Mesa's
/// surfaceless platform, a device (NVIDIA), or the default display with a pbuffer.
class OffscreenContext {
 public:
  /// `gpu` is the CUDA ordinal of the preferred GPU (EGL_NV_device_cuda); if it cannot draw, another one does. The error lists
  /// what was tried.
  static base::Result<OffscreenContext> create(std::optional<int> gpu = std::nullopt);
  OffscreenContext(OffscreenContext&&) noexcept;
  OffscreenContext& operator=(OffscreenContext&&) noexcept;
  ~OffscreenContext();

 private:
  struct State;
  explicit OffscreenContext(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Load the OpenGL functions of the current context, created by a window library. `loader` looks a function up by its name.
base::Status load_functions(void (*(*loader)(const char* name))());

/// First line of a shader: "#version 330 core", in a web page "#version 300 es".
const char* shading_language();

/// "vendor, renderer, version" of the current context.
std::string description();

}  // namespace warplens::gl
