#pragma once

#include <functional>

#include "view/drawing/drawing.h"

namespace warplens::view {

/// A drawing, and what lies under a point of it. Made anew when its inputs change; `under` owns what it needs.
struct Picture {
  Drawing drawing;
  /// Region, target and tooltip at a point of the drawing; an empty target and tooltip where there is nothing.
  std::function<HotSpot(Point)> under;
};

/// Put a shape elsewhere.
void move(Shape& shape, Point by);

/// Two pictures below each other, `apart` points between them.
Picture stacked(Picture upper, Picture lower, float apart);

/// `under` for drawings whose hot spots say everything.
HotSpot hot_spot_at(const Drawing& drawing, Point point);

}  // namespace warplens::view
