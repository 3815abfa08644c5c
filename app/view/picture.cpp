#include "view/picture.h"

namespace warplens::view {

HotSpot hot_spot_at(const Drawing& drawing, Point point) {
  for (auto spot = drawing.hot_spots.rbegin(); spot != drawing.hot_spots.rend(); ++spot)
    if (spot->at.contains(point)) return *spot;
  return {};
}

}  // namespace warplens::view
