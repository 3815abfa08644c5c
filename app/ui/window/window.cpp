#define GLFW_INCLUDE_NONE
#include "ui/window/window.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "gl/context.h"
#include "ui/window/framebuffer.h"

namespace warplens::ui {
namespace {

base::Error glfw_error(const std::string& what) {
  const char* reason = nullptr;
  glfwGetError(&reason);
  return base::error(what + (reason != nullptr ? std::string(": ") + reason : std::string()));
}

Window& self(GLFWwindow* window) { return *static_cast<Window*>(glfwGetWindowUserPointer(window)); }

}  // namespace

base::Result<std::unique_ptr<Window>> Window::open(const std::string& title) {
  if (glfwInit() != GLFW_TRUE) return glfw_error("cannot open a window");
  std::unique_ptr<Window> window(new Window);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_MAXIMIZED, GLFW_TRUE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "Warplens");
  int width = 1600, height = 900;
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
    int x = 0, y = 0;
    glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
  }
  window->window_ = glfwCreateWindow(std::max(width, 640), std::max(height, 480), title.c_str(), nullptr, nullptr);
  if (window->window_ == nullptr) return glfw_error("cannot open a window with OpenGL 3.3");
  window->title_ = title;
  glfwSetWindowUserPointer(window->window_, window.get());
  glfwMakeContextCurrent(window->window_);
  glfwSwapInterval(1);
  if (const auto loaded = gl::load_functions(glfwGetProcAddress); !loaded) return loaded.error();

  // Set before the ImGui back end sets its own, which call these in turn.
  glfwSetKeyCallback(window->window_, [](GLFWwindow* w, int key, int, int action, int modifiers) {
    ++self(w).events_;
    if (action != GLFW_RELEASE) self(w).keys_.push_back({key, modifiers});
  });
  glfwSetCursorPosCallback(window->window_, [](GLFWwindow* w, double, double) { ++self(w).events_; });
  glfwSetMouseButtonCallback(window->window_, [](GLFWwindow* w, int, int, int) { ++self(w).events_; });
  glfwSetScrollCallback(window->window_, [](GLFWwindow* w, double, double) { ++self(w).events_; });
  glfwSetFramebufferSizeCallback(window->window_, [](GLFWwindow* w, int, int) { self(w).lose_picture(); });
  glfwSetWindowRefreshCallback(window->window_, [](GLFWwindow* w) { self(w).lose_picture(); });
  glfwSetDropCallback(window->window_, [](GLFWwindow* w, int count, const char** paths) {
    ++self(w).events_;
    for (int k = 0; k < count; ++k) self(w).dropped_.emplace_back(paths[k]);
  });

  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui_ImplGlfw_InitForOpenGL(window->window_, true);
  // In place of the back end's own, which deliver_typed() calls.
  glfwSetKeyCallback(window->window_, [](GLFWwindow* w, int key, int scancode, int action, int modifiers) {
    self(w).typed_.push_back({key, scancode, action, modifiers, 0});
  });
  glfwSetCharCallback(window->window_, [](GLFWwindow* w, unsigned letter) { self(w).typed_.push_back({0, 0, 0, 0, letter}); });
  ImGui_ImplOpenGL3_Init(gl::shading_language());
  return window;
}

Window::~Window() {
  if (ImGui::GetCurrentContext() != nullptr) {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
  }
  if (window_ != nullptr) glfwDestroyWindow(window_);
  glfwTerminate();
}

double Window::sleep_time(double seconds) {
  constexpr double interval = 0.05;  // seconds
  double timeout = seconds;
  if (glfwGetTime() < awake_until_) timeout = timeout < 0 ? interval : std::min(timeout, interval);
  if (frames_owed_ > 0) {
    --frames_owed_;
    timeout = 0;
  }
  // What need not be presented does not wait for the display either.
  constexpr double shortest = 0.005;
  if (timeout == 0 && !presented_) timeout = shortest;
  return timeout;
}

bool Window::sleep(double timeout) {
  if (timeout < 0) {
    glfwWaitEvents();
  } else if (timeout == 0) {
    glfwPollEvents();
  } else {
    glfwWaitEventsTimeout(timeout);
  }
  deliver_typed();
  if (std::exchange(events_seen_, events_) != events_ || timeout < 0 || !typed_.empty()) {
    constexpr double awake = 0.6;  // seconds; a tooltip comes after 0.45
    frames_owed_ = 2;
    awake_until_ = glfwGetTime() + awake;
  }
  return glfwWindowShouldClose(window_) == 0;
}

/// Dear ImGui 1.86 sees the keys that are down when a frame begins, and the letters apart from the keys. So that a slow frame
/// neither misses a key that goes down and up again, nor takes Enter for typed before the letters that came first, a frame gets
/// letters, or one key that is a command, and never a key's end and its next beginning; the rest waits for the next frame.
void Window::deliver_typed() {
  bool letters = false;
  std::vector<int> ended;
  while (!typed_.empty()) {
    const TypedEvent event = typed_.front();
    const bool modifier = event.key >= GLFW_KEY_LEFT_SHIFT && event.key <= GLFW_KEY_RIGHT_SUPER;
    const bool command = event.action == GLFW_PRESS && !modifier &&
                         (event.key >= GLFW_KEY_ESCAPE || (event.modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0);
    const bool again = event.action == GLFW_PRESS && std::ranges::find(ended, event.key) != ended.end();
    if (again || (command && letters)) return;
    typed_.pop_front();
    if (event.action == GLFW_RELEASE && event.letter == 0) ended.push_back(event.key);
    if (event.letter != 0) {
      letters = true;
      ImGui_ImplGlfw_CharCallback(window_, event.letter);
    } else {
      ImGui_ImplGlfw_KeyCallback(window_, event.key, event.scancode, event.action, event.modifiers);
    }
    if (command) return;
  }
}

/// The system has changed what the window shows.
void Window::lose_picture() {
  ++events_;
  last_frame_.forget();
}

void Window::wake() { glfwPostEmptyEvent(); }

int Window::width() const {
  int width = 0, height = 0;
  glfwGetWindowSize(window_, &width, &height);
  return width;
}

int Window::height() const {
  int width = 0, height = 0;
  glfwGetWindowSize(window_, &width, &height);
  return height;
}

float Window::content_scale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  int framebuffer = 0, unused = 0;
  glfwGetFramebufferSize(window_, &framebuffer, &unused);
  // Where the system itself stretches (Wayland, macOS), positions are in its points already.
  const float stretched = width() > 0 ? static_cast<float>(framebuffer) / static_cast<float>(width()) : 1;
  return std::max(1.0f, x / std::max(1.0f, stretched));
}

void Window::begin_frame(bool fonts_changed) {
  // The back end starts afresh with the new atlas; to destroy only its objects leaves the one of ImGui 1.86 without a picture.
  if (fonts_changed) {
    last_frame_.forget();
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplOpenGL3_Init(gl::shading_language());
  }
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
}

view::Raster Window::end_frame(view::Colour colour, std::span<const Ground> grounds, bool outdated, bool keep) {
  ImGui::Render();
  presented_ = keep || !outdated;
  if (presented_) presented_ = last_frame_.replace(*ImGui::GetDrawData(), colour, grounds) || keep;
  if (!presented_) return {};
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  clear(width, height, colour, grounds, ImGui::GetDrawData()->FramebufferScale.x);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  view::Raster pixels =
      keep ? read_pixels(static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)) : view::Raster{};
  glfwSwapBuffers(window_);
  return pixels;
}

void Window::set_title(const std::string& title) {
  if (title == title_) return;
  title_ = title;
  glfwSetWindowTitle(window_, title.c_str());
}

void Window::toggle_full_screen() {
  if (glfwGetWindowMonitor(window_) != nullptr) {
    glfwSetWindowMonitor(window_, nullptr, windowed_.x, windowed_.y, windowed_.width, windowed_.height, GLFW_DONT_CARE);
    return;
  }
  glfwGetWindowPos(window_, &windowed_.x, &windowed_.y);
  glfwGetWindowSize(window_, &windowed_.width, &windowed_.height);
  const auto middle_is_on = [&](int x, int y, int width, int height) {
    const int at_x = windowed_.x + windowed_.width / 2, at_y = windowed_.y + windowed_.height / 2;
    return at_x >= x && at_x < x + width && at_y >= y && at_y < y + height;
  };
  GLFWmonitor* screen = glfwGetPrimaryMonitor();
  int count = 0;
  GLFWmonitor** const all = glfwGetMonitors(&count);
  for (int k = 0; k < count; ++k) {  // a projector is often the second
    int x = 0, y = 0;
    glfwGetMonitorPos(all[k], &x, &y);
    const GLFWvidmode* const mode = glfwGetVideoMode(all[k]);
    if (mode != nullptr && middle_is_on(x, y, mode->width, mode->height)) screen = all[k];
  }
  const GLFWvidmode* const mode = screen != nullptr ? glfwGetVideoMode(screen) : nullptr;
  if (mode != nullptr) glfwSetWindowMonitor(window_, screen, 0, 0, mode->width, mode->height, mode->refreshRate);
}

void Window::scroll(double x, double y) { ImGui_ImplGlfw_ScrollCallback(window_, x, y); }

std::vector<KeyPress> Window::take_keys() { return std::exchange(keys_, {}); }

std::vector<std::string> Window::take_dropped_files() { return std::exchange(dropped_, {}); }

}  // namespace warplens::ui
