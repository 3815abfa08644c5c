#pragma once

#include <string>

#include "base/result.h"
#include "desk/desk.h"
#include "experiment/experiment.h"
#include "launch/device.h"
#include "session/session.h"
#include "view/drawing/drawing.h"
#include "view/sweep/plot_picture.h"

namespace warplens::desk {

/// The window's middle part as a drawing, made without a window: the headline and the picture below it.
struct Figure {
  view::Drawing drawing;
  std::string title;  ///< the sentence in plain words
};

/// Draw the session's run and the runs it is compared with, in the session's view, camera, trace position and theme, in
/// `width` × `height` points; cells are painted with `scale` pixels per point. `failed_too`: a kernel that fails is drawn up to
/// there. Errors: the run is refused, or otherwise the kernel fails.
base::Result<Figure> make_figure(Session session, const experiment::Catalogue& catalogue, launch::DeviceList& devices,
                                 float width, float height, float scale, bool failed_too = false);

/// What the desk shows now, in the same way. Needs has_picture().
Figure figure_of(Desk& desk, float width, float height, float scale);

/// A sweep's plot in the same way.
Figure make_figure(const view::PlotInput& plot, view::ThemeName theme, float width, float height);

}  // namespace warplens::desk
