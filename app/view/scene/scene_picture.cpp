#include "view/scene/scene_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <memory>

#include "base/number_format.h"
#include "base/random.h"
#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"
#include "view/material.h"

namespace warplens::view {
namespace {

constexpr float scene_title_height = 26;
constexpr Colour seen_colour{247, 209, 72, 255}, hidden_colour{72, 92, 138, 255};
constexpr std::size_t max_rays = 500;

Colour colour_of(Sight sight, const Theme& theme) {
  switch (sight) {
    case Sight::seen:
      return seen_colour;
    case Sight::hidden:
      return hidden_colour;
    case Sight::wrong:
      return theme.wrong;
    case Sight::unknown:
      break;
  }
  return is_dark(theme) ? Colour{110, 116, 126, 255} : Colour{205, 209, 216, 255};
}

Vector3 centre_of(std::span<const float> corners, std::uint64_t triangle) {
  const float* at = corners.data() + 9 * triangle;
  return {(at[0] + at[3] + at[6]) / 3, (at[1] + at[4] + at[7]) / 3, (at[2] + at[5] + at[8]) / 3};
}

/// The highlighted triangle: elements and threads both have the number of their triangle.
std::uint64_t lit_triangle(const SceneInput& input) {
  const std::uint64_t triangles = input.corners.size() / 9;
  if (input.hover.element < triangles) return input.hover.element;
  if (input.hover.thread < triangles) return input.hover.thread;
  return Target::none;
}

SceneShapes shapes_of(const SceneInput& input, const Theme& theme) {
  SceneShapes shapes;
  shapes.corners = input.corners;
  const std::vector<Sight> all = sights(input);
  for (const Sight sight : all) shapes.colours.push_back(colour_of(sight, theme));
  if (!input.rays || all.empty()) return shapes;
  const std::size_t step = std::max<std::size_t>((all.size() + max_rays - 1) / max_rays, 1);
  for (std::size_t k = 0; k < all.size(); k += step) {
    if (all[k] == Sight::unknown) continue;
    const Colour colour = all[k] == Sight::seen ? faded(seen_colour, 0.75f) : faded(theme.muted, 0.35f);
    shapes.lines.push_back({input.eye, centre_of(input.corners, k), colour});
  }
  return shapes;
}

std::vector<LegendEntry> legend(const SceneInput& input, const Theme& theme) {
  using Swatch = LegendEntry::Swatch;
  std::vector<LegendEntry> entries{{Swatch::square, seen_colour, transparent, "seen by the eye"},
                                   {Swatch::square, hidden_colour, transparent, "hidden behind another triangle"},
                                   {Swatch::square, colour_of(Sight::unknown, theme), transparent, "not looked for yet"}};
  if (!input.subject.expected.empty()) entries.push_back({Swatch::square, theme.wrong, transparent, "wrong"});
  entries.push_back({Swatch::disc, theme.accent, theme.background, "the eye"});
  return entries;
}

/// Marks the eye, and the highlighted triangle with its ray.
void draw_marks(Canvas& canvas, const SceneInput& input, const Rectangle& at) {
  const Theme& theme = canvas.theme();
  const SceneCamera camera(input.orbit, at.width, at.height);
  const auto place = [&](const Vector3& point) -> std::optional<Point> {
    const auto projected = camera.project(point);
    if (!projected) return std::nullopt;
    return Point{at.x + std::clamp(projected->x, 0.0f, at.width), at.y + std::clamp(projected->y, 0.0f, at.height)};
  };
  const auto eye = place(input.eye);
  if (const std::uint64_t lit = lit_triangle(input); lit != Target::none) {
    std::vector<Point> outline;
    for (std::size_t k = 0; k < 4; ++k) {
      const float* corner = input.corners.data() + 9 * lit + 3 * (k % 3);
      if (const auto point = place({corner[0], corner[1], corner[2]})) outline.push_back(*point);
    }
    const auto centre = place(centre_of(input.corners, lit));
    if (eye && centre) canvas.line(*eye, *centre, theme.accent, 2);
    canvas.path(outline, theme.background, 5);
    canvas.path(outline, theme.text, 2.5f);
  }
  if (!eye) return;
  const Point middle{std::clamp(eye->x, at.x + 9, at.x + at.width - 9), std::clamp(eye->y, at.y + 9, at.y + at.height - 9)};
  canvas.disc(middle, 7, theme.accent, theme.background, 2);
  const float wide = text_width("eye", 15, Face::semibold);
  const bool right = middle.x + 14 + wide < at.x + at.width;
  const float left = right ? middle.x + 13 : middle.x - 13 - wide;
  canvas.box({left - 4, middle.y - 10, wide + 8, 20}, 5, faded(theme.background, 0.85f));
  canvas.text({left, middle.y + 5}, 15, "eye", theme.text, Anchor::start, Face::semibold);
}

std::string sight_words(Sight sight) {
  switch (sight) {
    case Sight::seen:
      return "the eye sees it";
    case Sight::hidden:
      return "another triangle hides it";
    case Sight::wrong:
      return "not as the reference says";
    case Sight::unknown:
      break;
  }
  return "not looked for yet";
}

}  // namespace

std::vector<Sight> sights(const SceneInput& input) {
  std::vector<Sight> all(input.corners.size() / 9, Sight::unknown);
  if (input.map == nullptr) return all;
  const bool finished = input.map->steps >= input.subject.result->trace.steps.size();
  const bool recorded = input.subject.result->trace.level != trace::Level::none &&
                        input.subject.result->trace.truncation == trace::Truncation::none;
  for (std::uint64_t k = 0; k < all.size(); ++k) {
    // Without a complete trace only the final result is known.
    const bool looked_for = recorded ? k < input.map->elements && input.map->writes[k] > 0 : finished;
    const auto value = final_value(input.subject, k);
    if (!looked_for || !value) continue;
    all[k] = *value != 0 ? Sight::seen : Sight::hidden;
    if (k < input.subject.expected.size() && !std::isnan(input.subject.expected[k]) && input.subject.expected[k] != *value)
      all[k] = Sight::wrong;
  }
  return all;
}

Picture scene_picture(const SceneInput& input, const Theme& theme, float width, float height, ScenePainter& painter) {
  Canvas canvas(theme, width, height);
  if (input.map == nullptr || input.corners.empty()) {
    canvas.section({0, 14}, "Model", width);
    canvas.text({0, 50}, 17, fit_text("This experiment has no model to look at.", 17, width), theme.muted);
    return {canvas.take(), [](Point) { return HotSpot{}; }};
  }
  const std::vector<LegendEntry> entries = legend(input, theme);
  const Rectangle at{0, scene_title_height, width, height - scene_title_height - legend_height(entries, width) - 10};
  const std::string name = std::filesystem::path(input.model).filename().string();
  const std::string triangles = fmt::format("{}: {}", name, base::counted(input.corners.size() / 9, "triangle"));
  canvas.fitting_section({0, 14}, {triangles + ", a thread and a ray each", triangles}, width);
  const auto pixels = [&](float points) { return static_cast<std::uint32_t>(std::clamp(points * input.scale, 1.0f, 8192.0f)); };
  const std::uint64_t version =
      base::Random(input.subject.version * 4 + static_cast<std::uint64_t>(input.rays)).next() ^ input.map->steps;
  const SceneFrame& frame = painter.paint(version, input.orbit, theme.background, pixels(at.width), pixels(at.height),
                                          [&] { return shapes_of(input, theme); });
  canvas.image({at, 0, frame.raster});
  draw_marks(canvas, input, at);
  draw_legend(canvas, {0, at.y + at.height + 10}, width, entries);

  const auto kept = std::make_shared<std::pair<SceneFrame, std::vector<Sight>>>(frame, sights(input));
  return {canvas.take(), [kept, at, subject = input.subject](Point point) {
            HotSpot spot;
            if (!at.contains(point)) return spot;
            const std::uint32_t triangle = kept->first.at((point.x - at.x) / at.width, (point.y - at.y) / at.height);
            if (triangle == SceneFrame::no_triangle) return spot;
            spot.at = {point.x, point.y, 1, 1};
            spot.target.element = triangle;
            if (triangle < subject.threads()) spot.target.thread = triangle;
            spot.tooltip =
                fmt::format("Triangle {}: {}", base::grouped(std::uint64_t{triangle}), sight_words(kept->second[triangle]));
            return spot;
          }};
}

Headline scene_headline(const SceneInput& input, const Theme& theme) {
  Headline headline;
  const auto title = [&](const std::string& words, Colour colour) { headline.title.push_back({words, colour, Face::semibold}); };
  if (input.map == nullptr || input.corners.empty()) {
    title("There is no model to look at.", theme.text);
    return headline;
  }
  std::array<std::uint64_t, 4> count{};
  const std::vector<Sight> all = sights(input);
  for (const Sight sight : all) ++count[static_cast<std::size_t>(sight)];
  const auto of = [&](Sight sight) { return count[static_cast<std::size_t>(sight)]; };
  headline.origin = launch::Origin::counted;
  if (of(Sight::unknown) > 0) {
    title(fmt::format("So far {} of {} looked for: ", base::grouped(all.size() - of(Sight::unknown)),
                      base::counted(all.size(), "triangle")),
          theme.text);
    title(base::grouped(of(Sight::seen)) + " seen.", theme.write);
  } else {
    title("The eye sees ", theme.text);
    title(base::grouped(of(Sight::seen)), theme.write);
    title(fmt::format(" of {}.", base::counted(all.size(), "triangle")), theme.text);
  }
  if (of(Sight::wrong) > 0) title(" " + base::grouped(of(Sight::wrong)) + " wrong.", theme.wrong);
  const launch::Counters& counters = input.subject.result->counters;
  std::string detail = fmt::format("{}: a ray from the eye to the centre of each triangle.", base::counted(all.size(), "ray"));
  if (counters.thread_instructions > 0)
    detail = fmt::format("{}, a thread each: {} instructions in all, {} a ray.", base::counted(all.size(), "ray"),
                         base::grouped(counters.thread_instructions), base::grouped(counters.thread_instructions / all.size()));
  headline.detail.push_back({detail, theme.muted, Face::regular});
  return headline;
}

SceneInput scene_input(const Material& material) {
  SceneInput input;
  input.subject = material.subject;
  input.map = material.scene.corners.empty() ? nullptr : material.map;
  input.corners = material.scene.corners;
  input.model = material.scene.name;
  input.eye = material.scene.eye;
  input.orbit = material.navigation.orbit;
  input.rays = material.rays;
  input.hover = material.hover;
  input.scale = material.scale;
  return input;
}

void move_scene(const SceneInput&, const Theme&, Size, const Gesture& gesture, Navigation& navigation) {
  constexpr float degrees_a_point = 0.4f;
  navigation.orbit =
      turned(navigation.orbit, -gesture.drag.x * degrees_a_point, gesture.drag.y * degrees_a_point, gesture.factor());
}

}  // namespace warplens::view
