#include "view/drawing/picture.h"

#include <algorithm>
#include <utility>

namespace warplens::view {
namespace {

void move_it(Box& box, Point by) { box.at.x += by.x, box.at.y += by.y; }
void move_it(Image& image, Point by) { image.at.x += by.x, image.at.y += by.y; }
void move_it(Disc& disc, Point by) { disc.centre.x += by.x, disc.centre.y += by.y; }
void move_it(Text& text, Point by) { text.at.x += by.x, text.at.y += by.y; }
void move_it(Line& line, Point by) {
  for (Point& point : line.points) point.x += by.x, point.y += by.y;
}

}  // namespace

void move(Shape& shape, Point by) {
  std::visit([by](auto& each) { move_it(each, by); }, shape);
}

Picture stacked(Picture upper, Picture lower, float apart) {
  const float down = upper.drawing.height + apart;
  Picture both{std::move(upper.drawing), {}};
  both.drawing.width = std::max(both.drawing.width, lower.drawing.width);
  both.drawing.height = down + lower.drawing.height;
  for (Shape& shape : lower.drawing.shapes) {
    move(shape, {0, down});
    both.drawing.shapes.push_back(std::move(shape));
  }
  both.under = [down, above = std::move(upper.under), below = std::move(lower.under)](Point point) {
    if (point.y < down) return above(point);
    HotSpot spot = below({point.x, point.y - down});
    spot.at.y += down;
    return spot;
  };
  return both;
}

HotSpot hot_spot_at(const std::vector<HotSpot>& spots, Point point) {
  for (auto spot = spots.rbegin(); spot != spots.rend(); ++spot)
    if (spot->at.contains(point)) return *spot;
  return {};
}

Picture with_hot_spots(Drawing drawing) {
  Picture picture{std::move(drawing), {}};
  picture.under = [spots = picture.drawing.hot_spots](Point point) { return hot_spot_at(spots, point); };
  return picture;
}

std::string plain(const std::vector<Span>& spans) {
  std::string text;
  for (const Span& span : spans) text += span.text;
  return text;
}

}  // namespace warplens::view
