#pragma once

#include <string>

#include "base/result.h"
#include "experiment/experiment.h"
#include "launch/device.h"
#include "session/session.h"
#include "view/drawing/drawing.h"
#include "view/sweep/plot_picture.h"

namespace warplens::cli {

/// The middle of the window as a drawing of its own, made without a window: the sentence that says what happened, and the picture
/// under it.
struct Figure {
  view::Drawing drawing;
  std::string title;  ///< the sentence in plain words
};

/// The view, camera, place in the trace and theme of `session`, of its run and what stands beside that, in `width` × `height`
/// points; cells are painted with `scale` pixels per point. Errors: the run is refused, or the kernel fails.
base::Result<Figure> make_figure(Session session, const experiment::Catalogue& catalogue, launch::DeviceList& devices,
                                 float width, float height, float scale);

/// A sweep's plot in the same way.
Figure make_figure(const view::PlotInput& plot, view::ThemeName theme, float width, float height);

}  // namespace warplens::cli
