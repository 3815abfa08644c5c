#include <algorithm>

#include "ui/panels/panel.h"
#include "ui/requests.h"
#include "ui/view_inputs.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

/// Views lay themselves out from this size on; in less room the picture is drawn smaller.
constexpr float least_width = 500, least_height = 400;

/// Spans at the largest of `sizes` that fits one line, else wrapped at the smallest; always the same room, so that nothing below
/// jumps.
void show_line(const Look& look, const std::vector<view::Span>& spans, std::initializer_list<float> sizes, float width,
               float height) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float chosen = 0;
  std::vector<WrappedLine> lines;
  for (const float size : sizes) {
    chosen = size;
    lines = wrapped(look, size, spans, width);
    if (static_cast<float>(lines.size()) * size * 1.16f <= height) break;
  }
  draw_lines(list, look, chosen, chosen * 1.16f, lines, at);
  ImGui::SetCursorScreenPos({at.x, at.y + look.px(height)});
}

void show_headline(App& app, float width) {
  const Look& look = app.look;
  view::Headline headline;
  if (has_picture(app) || app.row().needs.sweep) {
    headline = headline_of(app);
  } else {
    const std::string why = app.failure ? base::describe(*app.failure) : refusal_of(app);
    const char* const waiting = app.shown ? "Working out what happened…" : "Running the first kernel…";
    headline.title = {{why.empty() ? waiting : "It did not run.", look.colours().text, view::Face::semibold}};
    if (!why.empty()) headline.detail = {{why, look.colours().wrong, view::Face::regular}};
  }
  const bool wide = width >= look.px(900);
  show_line(look, headline.title, {46, 42, 38, 34, 30, 27, 24}, width, wide ? 54 : 76);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float tag = headline.origin ? tag_width(look, launch::name(*headline.origin)) + look.px(12) : 0;
  show_line(look, headline.detail, {19, 17, 15, 14}, width - tag, wide ? 32 : 46);
  if (!headline.origin) return;
  float detail_width = 0;
  for (const view::Span& span : headline.detail) detail_width += text_width(look, {span.face, 19}, span.text);
  const float x = at.x + std::min(detail_width, width - tag) + look.px(12);
  draw_tag(*ImGui::GetWindowDrawList(), look, {x, at.y + look.px(11)}, launch::name(*headline.origin));
}

/// The picture in `width` × `height` points: the last one while what it is made of is the same.
const view::Picture& picture_of(App& app, float width, float height) {
  const view::Row& row = app.row();
  const view::Theme& theme = app.look.colours();
  view::Input input = input_of(app);
  if (row.follow != nullptr) {
    view::Navigation navigation = navigation_of(app);
    row.follow(input, theme, {width, height}, navigation);
    navigate(app, navigation);
    input = input_of(app);
  }
  DrawnPicture& drawn = app.drawn;
  const bool same = drawn.row == &row && drawn.theme == &theme && drawn.width == width && drawn.height == height;
  if (!same || drawn.input != input) {
    view::Picture picture = row.picture(input, theme, {width, height}, {*app.cells, app.scene});
    drawn = {std::move(input), &row, &theme, width, height, std::move(picture)};
  }
  return drawn.picture;
}

/// What a click on the picture asks for.
void click(App& app, const view::Target& target) {
  constexpr std::uint64_t none = view::Target::none;
  if (target.step != none) go_to_place(app, target.step + 1);
  if (target.warp != none) choose_warp(app, static_cast<std::uint32_t>(target.warp), static_cast<std::uint32_t>(target.lane));
  if (target.point != none) open_point(app, target.point);
}

/// The pointer over the picture, which is drawn at `at` with `scale` pixels per point.
void point_at(App& app, const view::Picture& picture, ImVec2 at, float scale, view::Size size) {
  const Look& look = app.look;
  const ImGuiIO& io = ImGui::GetIO();
  if (!ImGui::IsItemHovered() && !ImGui::IsItemActive() && !ImGui::IsItemDeactivated()) return;
  const view::HotSpot spot = picture.under({(io.MousePos.x - at.x) / scale, (io.MousePos.y - at.y) / scale});
  const bool dragging = ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, look.px(3));
  view::Gesture gesture{{(io.MousePos.x - at.x) / scale, (io.MousePos.y - at.y) / scale}, {}, io.MouseWheel};
  if (dragging) gesture.drag = {io.MouseDelta.x / scale, io.MouseDelta.y / scale};
  if ((gesture.wheel != 0 || dragging) && app.row().move != nullptr) {
    view::Navigation navigation = navigation_of(app);
    app.row().move(app.drawn.input, look.colours(), size, gesture, navigation);
    navigate(app, navigation);
  }
  app.next_target = spot.target;
  tip(look, spot.tooltip);
  const ImVec2 moved = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, look.px(3));
  if (ImGui::IsItemDeactivated() && moved.x == 0 && moved.y == 0) click(app, spot.target);
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) navigate(app, {});
}

void show_notice(App& app, const view::Rectangle& at) {
  const Look& look = app.look;
  if (app.notice.text.empty() || ImGui::GetTime() > app.notice.until) return;
  const view::Theme& theme = look.colours();
  const std::string text = shortened(look, body, app.notice.text, at.width - look.px(40));
  const float width = text_width(look, body, text) + look.px(36), height = look.px(44);
  const ImVec2 from(at.x + (at.width - width) / 2, at.y + at.height - height - look.px(14));
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRectFilled(from, {from.x + width, from.y + height}, packed(theme.control), look.px(10));
  list.AddRect(from, {from.x + width, from.y + height}, packed(app.notice.wrong ? theme.wrong : theme.good), look.px(10), 0,
               look.px(1.5f));
  draw_text(list, look, body, {from.x + look.px(18), middle_baseline(look, from.y, height, body.size)}, theme.text, text);
}

}  // namespace

void show_picture(App& app) {
  const Look& look = app.look;
  const float width = ImGui::GetContentRegionAvail().x;
  show_headline(app, width);
  gap(look, 14);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const view::Rectangle place{at.x, at.y, room.x, room.y};
  if (has_picture(app) && room.x > 0 && room.y > 0) {
    const float scale = std::min({look.scale, room.x / least_width, room.y / least_height});
    const view::Size size{room.x / scale, room.y / scale};
    const view::Picture& picture = picture_of(app, size.width, size.height);
    app.painter.paint(*ImGui::GetWindowDrawList(), look, picture.drawing, at, scale);
    ImGui::InvisibleButton("picture", room);
    point_at(app, picture, at, scale, size);
  }
  show_notice(app, place);
}

}  // namespace warplens::ui
