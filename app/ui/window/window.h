#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "ui/window/framebuffer.h"
#include "ui/window/last_frame.h"
#include "ui/window/shortcuts.h"
#include "view/drawing/drawing.h"

struct GLFWwindow;

namespace warplens::ui {

/// The window of the operating system with its OpenGL 3.3 core context and the ImGui back ends. One at a time.
class Window {
 public:
  /// Open the window over most of the monitor. The error says why it cannot (no display, no OpenGL 3.3).
  static base::Result<std::unique_ptr<Window>> open(const std::string& title);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  /// How long to sleep before the next frame, if nothing happens for `seconds` (negative: for ever): shorter after an event, so
  /// that the next frames can show its results, and tooltips appear. Call once per frame.
  double sleep_time(double seconds);
  /// Sleep until an event, wake() or `timeout` seconds have passed (for ever where negative); in a page, which must not sleep,
  /// only take the events. False once the window should close.
  bool sleep(double timeout);
  /// Make sleep() return. Any thread may call this.
  static void wake();

  int width() const;   ///< pixels
  int height() const;  ///< pixels
  /// Pixels per point requested by the display.
  float content_scale() const;

  /// Begin a frame. `fonts_changed`: the atlas was baked anew.
  void begin_frame(bool fonts_changed);
  /// Render ImGui's draw data over `grounds`, or over `colour` where there is no ground, and present the frame, unless it equals
  /// the one before or is `outdated` (App::outdated); with `keep`, return its pixels too.
  view::Raster end_frame(view::Colour colour, std::span<const Ground> grounds, bool outdated, bool keep);
  void set_title(const std::string& title);
  /// Cover the whole screen that the window is on, or go back to the window's place and size.
  void toggle_full_screen();

  /// Simulate a turn of the wheel by so many steps, up and to the left positive.
  void scroll(double x, double y);
  /// Keys pressed since the last call, repeats included.
  std::vector<KeyPress> take_keys();
  /// Paths of files dropped on the window since the last call.
  std::vector<std::string> take_dropped_files();

 private:
  Window() = default;

  /// A key or a letter reported by GLFW.
  struct TypedEvent {
    int key = 0, scancode = 0, action = 0, modifiers = 0;
    unsigned letter = 0;  ///< not 0: a letter, and no key
  };
  void deliver_typed();
  void lose_picture();

  GLFWwindow* window_ = nullptr;
  std::deque<TypedEvent> typed_;
  std::string title_;
  struct {
    int x = 0, y = 0, width = 0, height = 0;
  } windowed_;  ///< place and size before the full screen, screen coordinates
  std::vector<KeyPress> keys_;
  std::vector<std::string> dropped_;
  std::size_t events_ = 0;       ///< number of events so far
  std::size_t events_seen_ = 0;  ///< number of events when sleep() returned
  int frames_owed_ = 3;
  LastFrame last_frame_;
  bool presented_ = true;   ///< whether the last frame was presented; this waits for the display
  double awake_until_ = 0;  ///< seconds of GLFW's clock
};

}  // namespace warplens::ui
