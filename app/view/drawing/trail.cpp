#include "view/drawing/trail.h"

#include <algorithm>

#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"

namespace warplens::view {
namespace {

constexpr float disc_radius = 10, disc_text = 14, trail_halo = 1.5f;  // points

bool same_rectangle(const Rectangle& a, const Rectangle& b) {
  return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
}

Point corner(const Stop& stop, float width) {
  return {std::clamp(stop.at.x + stop.at.width, disc_radius, std::max(width - disc_radius, disc_radius)),
          std::max(stop.at.y, disc_radius)};
}

}  // namespace

std::optional<Rectangle> place_of(const Picture& picture, const Target& target) {
  constexpr std::uint64_t none = Target::none;
  if (picture.place) return picture.place(target);
  const auto fits = [&](const HotSpot& spot) {
    const Target& drawn = spot.target;
    if (target.value != none) return drawn.value == target.value && drawn.lane == target.lane && drawn.warp == target.warp;
    if (drawn.step != none) return drawn.step == target.step;  // one moment of a thread
    if (drawn.thread != none) return drawn.thread == target.thread;
    return drawn.element != none && drawn.element == target.element;
  };
  const auto found = std::ranges::find_if(picture.drawing.hot_spots, fits);
  return found == picture.drawing.hot_spots.end() ? std::nullopt : std::optional(found->at);
}

Drawing trail(std::vector<Stop> stops, const Theme& theme, float width) {
  Canvas canvas(theme, width, 0);
  for (const Colour& colour : {theme.background, theme.accent})
    for (std::size_t k = 1; k < stops.size(); ++k)
      canvas.line(corner(stops[k - 1], width), corner(stops[k], width), colour, colour == theme.accent ? 2 : 2 + 2 * trail_halo);
  for (std::size_t k = 0; k < stops.size(); ++k) {
    const auto end = stops.begin() + static_cast<std::ptrdiff_t>(k);
    const auto earlier = std::find_if(stops.begin(), end, [&](const Stop& stop) { return same_rectangle(stop.at, stops[k].at); });
    if (earlier == end || stops[k].label.empty()) continue;
    earlier->label += (earlier->label.empty() ? "" : ", ") + stops[k].label;
    earlier->current = earlier->current || stops[k].current;
    stops[k].label.clear();
  }
  for (const Stop& stop : stops) {
    Point at = corner(stop, width);
    if (stop.label.empty() && &stop == &stops.front()) canvas.disc(at, 4, theme.accent, theme.background, 1.5f);
    if (stop.label.empty()) continue;
    const float wide = std::max(2 * disc_radius, text_width(stop.label, disc_text) + disc_radius);
    at.x = std::max(std::min(at.x, width - wide / 2), wide / 2);
    const Colour fill = stop.current ? theme.accent : theme.control;
    canvas.box({at.x - wide / 2, at.y - disc_radius, wide, 2 * disc_radius}, disc_radius, fill,
               stop.current ? theme.background : theme.accent, 1.5f);
    canvas.text({at.x, at.y + 5}, disc_text, stop.label, stop.current ? theme.background : theme.text, Anchor::middle,
                Face::semibold);
  }
  return canvas.take();
}

}  // namespace warplens::view
