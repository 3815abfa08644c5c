#pragma once

#include <string>

#include "session/session.h"
#include "ui/run_tables.h"
#include "view/drawing/drawing.h"
#include "view/sweep/plot_picture.h"

namespace warplens::cli {

/// The middle of the window as a drawing of its own, made without a window: the sentence that says what happened, and the picture
/// under it.
struct Figure {
  view::Drawing drawing;
  std::string title;  ///< the sentence in plain words
};

/// The view, camera, place in the trace and theme of `session`, on a finished run, in `width` × `height` points; cells are
/// painted with `scale` pixels per point.
Figure make_figure(const Session& session, const ui::RunTables& tables, float width, float height, float scale);

/// A sweep's plot in the same way.
Figure make_figure(const view::PlotInput& plot, view::ThemeName theme, float width, float height);

}  // namespace warplens::cli
