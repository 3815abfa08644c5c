#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "desk/desk.h"
#include "experiment/experiment.h"
#include "launch/device.h"
#include "lesson/lesson.h"
#include "session/session.h"
#include "view/drawing/drawing.h"
#include "view/drawing/theme.h"

namespace warplens::ui {

struct App;

/// The window's pixels, and a note on the way of the output into them (SharedOutput::note()).
struct RenderedWindow : view::Raster {
  std::string note;
};

/// The window without a display: draws the same panels, and the pixels are read back. One at a time.
class OffscreenWindow {
 public:
  /// Open with `session` and run its experiment to completion. `width` and `height` in pixels (64 … 8192); `scale` pixels per
  /// point, 0 for the default of a window of that size. `lessons` must contain the session's open lesson, if any. `devices` must
  /// outlive the window. Errors: no OpenGL without a display, an unknown experiment or entry, settings that are refused.
  static base::Result<OffscreenWindow> open(const Session& session, std::uint32_t width, std::uint32_t height, float scale,
                                            launch::DeviceList& devices, const experiment::Catalogue& catalogue,
                                            std::shared_ptr<const lesson::Lessons> lessons = {});
  /// Open as the program does at start, before an experiment is chosen: call open_first_experiment() or open_file() of its desk
  /// next. Errors as above.
  static base::Result<OffscreenWindow> open(std::uint32_t width, std::uint32_t height, launch::DeviceList& devices,
                                            const experiment::Catalogue& catalogue,
                                            std::shared_ptr<const lesson::Lessons> lessons);
  OffscreenWindow(OffscreenWindow&&) noexcept;
  ~OffscreenWindow();

  /// The window's desk: navigate in it between two drawings (go_to_place(), show_lesson_step(), …).
  desk::Desk& desk();
  /// The whole state of the window.
  App& app();

  /// Draw one frame with ImGui's current input, and save the window if asked for. Errors: a missing font.
  base::Status frame();
  /// Draw frames until all requests have been served and nothing moves any more. Errors as above.
  base::Status settle();
  /// The pixels of the last frame.
  view::Raster pixels() const;

  /// Settle the window and return it. Errors: a run or a sweep that could not start or failed.
  base::Result<RenderedWindow> draw();

 private:
  struct Parts;
  static base::Result<std::unique_ptr<Parts>> make_parts(std::optional<int> gpu, std::uint32_t width, std::uint32_t height,
                                                         launch::DeviceList& devices, const experiment::Catalogue& catalogue,
                                                         std::shared_ptr<const lesson::Lessons> lessons);
  explicit OffscreenWindow(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

/// Open an OffscreenWindow and draw it. Errors: as open() and draw().
base::Result<RenderedWindow> render_offscreen(const Session& session, std::uint32_t width, std::uint32_t height, float scale,
                                              launch::DeviceList& devices, const experiment::Catalogue& catalogue,
                                              std::shared_ptr<const lesson::Lessons> lessons = {});

/// Like render_drawing(), but by the current OpenGL context.
base::Result<view::Raster> render_drawing_here(const view::Drawing& drawing, const view::Theme& theme, std::uint32_t width,
                                               std::uint32_t height, float scale);

/// Draw on the theme's background, with `scale` pixels per point, and return the pixels. Errors as above.
base::Result<view::Raster> render_drawing(const view::Drawing& drawing, const view::Theme& theme, std::uint32_t width,
                                          std::uint32_t height, float scale);

}  // namespace warplens::ui
