#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "launch/launch_result.h"
#include "view/drawing/drawing.h"

namespace warplens::view {

/// A drawing with hit testing. Rebuilt when its inputs change; `under` owns the data it needs.
struct Picture {
  Drawing drawing;
  /// Region, target and tooltip at a point of the drawing; an empty target and tooltip if there is nothing.
  std::function<HotSpot(Point)> under;
  /// The place of a target that is no hot spot; null: all are. Nothing where it is not drawn. See place_of() in trail.h.
  std::function<std::optional<Rectangle>(const Target&)> place{};
};

/// Translate a shape.
void move(Shape& shape, Point by);

/// Stack two pictures, with `apart` points between them.
Picture stacked(Picture upper, Picture lower, float apart);

/// The hot spot at a point of a drawing; an empty one if there is none.
HotSpot hot_spot_at(const std::vector<HotSpot>& spots, Point point);

/// A picture whose hit testing needs only the drawing's hot spots.
Picture with_hot_spots(Drawing drawing);

/// The sentence above a picture, with the run's own numbers, and the line under it.
struct Headline {
  std::vector<Span> title;
  std::vector<Span> detail;
  std::optional<launch::Origin> origin;  ///< tag at the end of the detail: counted, modelled, measured
};

/// The words without their colours, for alternative texts, the command line and tests.
std::string plain(const std::vector<Span>& spans);

}  // namespace warplens::view
