#include "gl/context.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace warplens::gl {

struct OffscreenContext::State {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  EGLSurface surface = EGL_NO_SURFACE;

  ~State() {
    if (display == EGL_NO_DISPLAY) return;
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (surface != EGL_NO_SURFACE) eglDestroySurface(display, surface);
    if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
    eglTerminate(display);
  }
};

namespace {

bool has_extension(const char* list, const char* name) {
  const std::size_t length = std::strlen(name);
  for (const char* at = list; at && (at = std::strstr(at, name)); at += length)
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0)) return true;
  return false;
}

struct Candidate {
  std::string name;
  EGLDisplay display;
};

/// CUDA ordinal of an EGL device; nothing if it is not an NVIDIA GPU.
std::optional<int> number_of_gpu(EGLDeviceEXT device) {
  const auto query_text = reinterpret_cast<PFNEGLQUERYDEVICESTRINGEXTPROC>(eglGetProcAddress("eglQueryDeviceStringEXT"));
  const auto query = reinterpret_cast<PFNEGLQUERYDEVICEATTRIBEXTPROC>(eglGetProcAddress("eglQueryDeviceAttribEXT"));
  if (!query_text || !query || !has_extension(query_text(device, EGL_EXTENSIONS), "EGL_NV_device_cuda")) return std::nullopt;
  EGLAttrib number = 0;
  if (!query(device, EGL_CUDA_DEVICE_NV, &number)) return std::nullopt;
  return static_cast<int>(number);
}

/// Displays to try: first those that need no window system, the preferred GPU's before the others. NVIDIA's driver has no
/// surfaceless platform, only a device platform.
std::vector<Candidate> candidates(std::optional<int> gpu) {
  std::vector<Candidate> found;
  const char* client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  const auto get_platform_display =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (get_platform_display && has_extension(client, "EGL_EXT_platform_device")) {
    const auto query_devices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint count = 0;
    if (query_devices && query_devices(static_cast<EGLint>(devices.size()), devices.data(), &count)) {
      const auto end = devices.begin() + count;
      if (gpu) std::stable_partition(devices.begin(), end, [gpu](EGLDeviceEXT each) { return number_of_gpu(each) == gpu; });
      for (EGLint k = 0; k < count; ++k)
        found.push_back({"device " + std::to_string(k),
                         get_platform_display(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(k)], nullptr)});
    }
  }
  if (get_platform_display && has_extension(client, "EGL_MESA_platform_surfaceless"))
    found.push_back({"surfaceless", get_platform_display(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr)});
  found.push_back({"default display", eglGetDisplay(EGL_DEFAULT_DISPLAY)});
  return found;
}

std::string egl_reason() {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "0x%04x", static_cast<unsigned>(eglGetError()));
  return std::string("EGL error ") + text.data();
}

}  // namespace

OffscreenContext::OffscreenContext(std::unique_ptr<State> state) : state_(std::move(state)) {}
OffscreenContext::OffscreenContext(OffscreenContext&&) noexcept = default;
OffscreenContext& OffscreenContext::operator=(OffscreenContext&&) noexcept = default;
OffscreenContext::~OffscreenContext() = default;

base::Result<OffscreenContext> OffscreenContext::create(std::optional<int> gpu) {
  std::string tried;
  const auto failed = [&](const Candidate& candidate, const std::string& what) {
    tried += (tried.empty() ? "" : "; ") + candidate.name + ": " + what;
  };
  for (const Candidate& candidate : candidates(gpu)) {
    if (candidate.display == EGL_NO_DISPLAY) {
      failed(candidate, "no display");
      continue;
    }
    if (!eglInitialize(candidate.display, nullptr, nullptr)) {
      failed(candidate, egl_reason());
      continue;
    }
    auto state = std::make_unique<State>();
    state->display = candidate.display;
    const EGLint config_wants[] = {
        EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_NONE};
    EGLConfig config{};
    EGLint configs = 0;
    if (!eglBindAPI(EGL_OPENGL_API) || !eglChooseConfig(state->display, config_wants, &config, 1, &configs) || configs == 0) {
      failed(candidate, "no OpenGL");
      continue;
    }
    const EGLint context_wants[] = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    state->context = eglCreateContext(state->display, config, EGL_NO_CONTEXT, context_wants);
    if (state->context == EGL_NO_CONTEXT) {
      failed(candidate, "no OpenGL 3.3 core context, " + egl_reason());
      continue;
    }
    // Everything is drawn into framebuffer objects; some drivers still require a surface.
    if (!has_extension(eglQueryString(state->display, EGL_EXTENSIONS), "EGL_KHR_surfaceless_context")) {
      const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
      state->surface = eglCreatePbufferSurface(state->display, config, size);
    }
    if (!eglMakeCurrent(state->display, state->surface, state->surface, state->context)) {
      failed(candidate, egl_reason());
      continue;
    }
    if (const base::Status loaded = load_functions(eglGetProcAddress); !loaded) {
      failed(candidate, loaded.error().message);
      continue;
    }
    return OffscreenContext(std::move(state));
  }
  return base::error("no OpenGL without a window here (tried " + tried + ")");
}

base::Status load_functions(void (*(*loader)(const char* name))()) {
  const int version = gladLoadGL(loader);
  if (version == 0) return base::error("the OpenGL functions could not be loaded");
  if (GLAD_VERSION_MAJOR(version) * 10 + GLAD_VERSION_MINOR(version) < 33)
    return base::error("OpenGL 3.3 is needed, this is " + std::to_string(GLAD_VERSION_MAJOR(version)) + "." +
                       std::to_string(GLAD_VERSION_MINOR(version)));
  return base::Nothing{};
}

const char* shading_language() { return "#version 330 core"; }

}  // namespace warplens::gl
