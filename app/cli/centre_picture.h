#pragma once

#include "session.h"
#include "ui/run_tables.h"
#include "view/headline.h"
#include "view/picture.h"

namespace warplens::cli {

/// The picture in the middle of the window, made without a window: the drawing and the sentence above it.
struct CentrePicture {
  view::Picture picture;
  view::Headline headline;
};

/// The view, camera, place in the trace and theme of `session`, on a finished run; `width` × `height` points; cells are painted
/// with `scale` pixels per point.
CentrePicture centre_picture(const Session& session, const ui::RunTables& tables, float width, float height, float scale);

}  // namespace warplens::cli
