#pragma once

#include <functional>
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
  std::string title;  ///< the headline in plain words
};

/// Draw the session's run and the runs to compare it with, in the session's view, camera, trace position and theme, in `width` ×
/// `height` points; cells are painted with `scale` pixels per point. `failed_too`: draw a failed kernel up to its failure.
/// `point`: called before drawing, to highlight something. Errors: the run is refused; without `failed_too`, the kernel fails;
/// those of `point`.
base::Result<Figure> make_figure(Session session, const experiment::Catalogue& catalogue, launch::DeviceList& devices,
                                 float width, float height, float scale, bool failed_too = false,
                                 const std::function<base::Status(Desk&)>& point = {});

/// Draw the desk's current picture as a figure, with caption_of() below it if it is wanted. Needs has_picture().
Figure figure_of(Desk& desk, float width, float height, float scale, bool caption = false);

/// What a picture is of, so that it can be made again: "Divergence · by-lane · 16 blocks of 256 threads · n = 4,096 · SIMT
/// machine, 2-SM toy · seed 1".
std::string caption_of(const Desk& desk);

/// Draw a sweep's plot as a figure.
Figure make_figure(const view::PlotInput& plot, view::ThemeName theme, float width, float height);

}  // namespace warplens::desk
