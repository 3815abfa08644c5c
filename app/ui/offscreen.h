#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "experiment/experiment.h"
#include "launch/device.h"
#include "lesson/lesson.h"
#include "session.h"
#include "view/drawing.h"
#include "view/theme.h"

namespace warplens::ui {

/// The window's pixels, and how the output got into them (SharedOutput::note()).
struct RenderedWindow : view::Raster {
  std::string note;
};

/// The window as it would be for `session`, rendered without one: the experiment is run to completion, the same panels draw, and
/// the pixels are read back. `width` and `height` in pixels (64 … 8192); `scale` pixels per point, 0 for what a window of that
/// size has. `lessons` are those that the session may have one of open. Errors: no OpenGL without a display, an unknown
/// experiment or entry, settings that are refused, a run that could not start.
base::Result<RenderedWindow> render_offscreen(const Session& session, std::uint32_t width, std::uint32_t height, float scale,
                                              launch::DeviceList& devices, const experiment::Catalogue& catalogue,
                                              std::shared_ptr<const lesson::Lessons> lessons = {});

/// A drawing's pixels, with `scale` pixels per point, on the theme's background. Errors as above.
base::Result<view::Raster> render_drawing(const view::Drawing& drawing, const view::Theme& theme, std::uint32_t width,
                                          std::uint32_t height, float scale);

}  // namespace warplens::ui
