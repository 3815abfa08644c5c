#include <algorithm>
#include <cmath>

#include "ui/panel.h"
#include "ui/requests.h"
#include "ui/view_inputs.h"
#include "ui/widgets.h"

namespace warplens::ui {
namespace {

using experiment::ViewKind;

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
  if (app.session.show_sweep) {
    headline = sweep_headline(app);
  } else if (app.shown) {
    headline = headline_of(app);
  } else {
    const std::string why = app.failure ? base::describe(*app.failure) : refusal_of(app);
    headline.title = {{why.empty() ? "Running the first kernel…" : "It did not run.", look.colours().text, view::Face::semibold}};
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

/// Both machines' below each other, each with cycles of its own, where the other's are known and there is room for two.
view::Picture draw_blocks(const App& app, const view::Theme& theme, float width, float height) {
  constexpr float least_half = 260, apart = 24;
  const auto other = other_blocks_input(app);
  const float half = (height - apart) / 2;
  if (!other || half < least_half) return view::blocks_picture(blocks_input(app), theme, width, height);
  return view::stacked(view::blocks_picture(blocks_input(app), theme, width, half),
                       view::blocks_picture(*other, theme, width, half), apart);
}

view::Picture draw(App& app, float width, float height) {
  const view::Theme& theme = app.look.colours();
  switch (app.session.view) {
    case ViewKind::race:
      return view::race_picture(race_input(app), theme, width, height);
    case ViewKind::histogram:
      return view::histogram_picture(histogram_input(app), theme, width, height, *app.cells);
    case ViewKind::blocks:
      return draw_blocks(app, theme, width, height);
    case ViewKind::memory:
      return view::memory_picture(memory_input(app), theme, width, height);
    case ViewKind::matrix:
      return view::matrix_picture(matrix_input(app), theme, width, height, *app.cells);
    case ViewKind::scene:
      return view::scene_picture(scene_input(app), theme, width, height, app.scene);
    case ViewKind::streams:
      return view::streams_picture(streams_input(app), theme, width, height);
    case ViewKind::mapping:
      break;
  }
  return view::mapping_picture(mapping_input(app), theme, width, height, *app.cells);
}

/// Scroll as far as the pointer was dragged, in points, so that one of `rows` rows, of which `visible` fit, stays the first.
void scroll_rows(Timeline& time, float dragged, std::size_t rows, std::size_t visible) {
  constexpr float row_height = 44;  // points a drag has to travel for one row
  time.rows_dragged -= dragged / row_height;
  const float whole = std::trunc(time.rows_dragged);
  time.rows_dragged -= whole;
  const auto last = static_cast<float>(rows > visible ? rows - visible : 0);
  time.first_row = static_cast<std::size_t>(std::clamp(static_cast<float>(time.first_row) + whole, 0.0f, last));
}

/// The wheel and a drag, in the units of the drawing.
void move_camera(App& app, view::Point point, view::Point drag, float wheel, float width, float height) {
  const float factor = std::pow(1.2f, wheel);
  Camera& camera = app.session.camera;
  Timeline& time = app.timeline;
  if (app.session.view == ViewKind::mapping) {
    const view::MappingInput input = mapping_input(app);
    if (wheel != 0) view::zoom_camera(input, width, height, point, factor, camera.x, camera.y, camera.zoom);
    if (drag.x != 0 || drag.y != 0) view::pan_camera(input, width, height, drag, camera.x, camera.y, camera.zoom);
  } else if (app.session.view == ViewKind::race) {
    const view::RaceInput input = race_input(app);
    const view::Theme& theme = app.look.colours();
    if (wheel != 0) view::zoom_time(input, theme, width, height, point, factor, time.pan, time.zoom);
    if (drag.x != 0) view::pan_time(input, theme, width, height, drag.x, time.pan, time.zoom);
    scroll_rows(time, drag.y, view::race_rows(input), view::race_rows_visible(input, theme, width, height));
  } else if (app.session.view == ViewKind::blocks) {
    constexpr float points_a_notch = 60;
    scroll_rows(time, drag.y + wheel * points_a_notch, app.shown->blocks.multiprocessors,
                view::blocks_rows_visible(blocks_input(app), height));
  } else if (app.session.view == ViewKind::memory) {
    constexpr float points_a_notch = 132;  // three rows
    const view::MemoryRows rows = view::memory_rows(memory_input(app), width, height);
    Timeline scrolled = time;
    scrolled.first_row = rows.first;
    scroll_rows(scrolled, drag.y + wheel * points_a_notch, rows.all, rows.visible);
    time.rows_dragged = scrolled.rows_dragged;
    time.first_request = scrolled.first_row;
  } else if (app.session.view == ViewKind::scene) {
    constexpr float degrees_a_point = 0.4f;
    turn_camera(app, -drag.x * degrees_a_point, drag.y * degrees_a_point, factor);
  }
}

/// When the place in the trace has moved, scroll its row into sight.
void follow_place(App& app, float width, float height) {
  if (app.session.view != ViewKind::race || app.place == app.timeline.followed_place) return;
  const bool at_the_end = app.place >= app.steps();
  app.timeline.followed_place = app.place;
  if (at_the_end) return;
  const view::RaceInput input = race_input(app);
  const std::size_t rows = view::race_rows(input), row = view::race_row_of_place(input);
  const std::size_t visible = view::race_rows_visible(input, app.look.colours(), width, height);
  if (row < app.timeline.first_row) app.timeline.first_row = row;
  if (row >= app.timeline.first_row + visible)
    app.timeline.first_row = std::min(row + 1 - visible, rows - std::min(visible, rows));
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
  if (app.session.show_sweep && room.x > 0 && room.y > 0) {
    const float scale = std::min({look.scale, room.x / least_width, room.y / least_height});
    show_sweep(app, room.x / scale, room.y / scale, at, scale);
  } else if (app.shown && app.stepping.shown) {
    show_steps(app);
  } else if (app.shown && room.x > 0 && room.y > 0) {
    const float scale = std::min({look.scale, room.x / least_width, room.y / least_height});
    const float points_x = room.x / scale, points_y = room.y / scale;
    follow_place(app, points_x, points_y);
    const DrawnKey key{app.version,
                       app.session.view,
                       points_x,
                       points_y,
                       app.look.theme,
                       app.look.scale,
                       app.target,
                       app.session.camera.x,
                       app.session.camera.y,
                       app.session.camera.zoom,
                       app.timeline.first_row,
                       app.timeline.pan,
                       app.timeline.zoom,
                       app.session.colour,
                       app.outcomes.size(),
                       app.lit.get(),
                       app.session.memory,
                       app.timeline.first_request,
                       app.session.orbit,
                       app.session.rays};
    if (!app.drawn_key || *app.drawn_key != key) {
      app.drawn = draw(app, points_x, points_y);
      app.drawn_key = key;
    }
    app.painter.paint(*ImGui::GetWindowDrawList(), look, app.drawn.drawing, at, scale);

    ImGui::InvisibleButton("picture", room);
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemHovered() || ImGui::IsItemActive() || ImGui::IsItemDeactivated()) {
      const view::Point point{(io.MousePos.x - at.x) / scale, (io.MousePos.y - at.y) / scale};
      const bool dragging = ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, look.px(3));
      const view::Point drag = dragging ? view::Point{io.MouseDelta.x / scale, io.MouseDelta.y / scale} : view::Point{};
      if (io.MouseWheel != 0 || dragging) move_camera(app, point, drag, io.MouseWheel, points_x, points_y);
      const view::HotSpot spot = app.drawn.under(point);
      app.next_target = spot.target;
      tip(look, spot.tooltip);
      const ImVec2 moved = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, look.px(3));
      const bool clicked = ImGui::IsItemDeactivated() && moved.x == 0 && moved.y == 0;
      if (clicked && spot.target.step != view::Target::none) go_to_place(app, spot.target.step + 1);
      if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        app.session.camera = {};
        app.timeline = {};
        app.session.orbit = {};
      }
    }
  }
  show_notice(app, place);
}

}  // namespace warplens::ui
