#include <algorithm>

#include "desk/playback/program_calls.h"
#include "desk/view_inputs.h"
#include "session/asked.h"
#include "ui/panels/panel.h"
#include "ui/widgets/focus.h"
#include "ui/widgets/widgets.h"
#include "view/drawing/trail.h"

namespace warplens::ui {
namespace {

constexpr float line_spacing = 1.16f;  ///< of a headline, of its size

/// Lines of words at the size at which they fit their room.
struct FittedLines {
  float size = 0;
  std::vector<WrappedLine> lines;
  float height = 0;  ///< points: of the room, or of the lines where they need more
};

/// Spans at the largest of `sizes` at which they fit `height`, wrapped. The room is `height` whatever the size, so that nothing
/// below jumps; only what does not fit at the smallest size takes more.
FittedLines fit_lines(const Look& look, const std::vector<view::Span>& spans, std::initializer_list<float> sizes, float width,
                      float height) {
  FittedLines fitted;
  for (const float size : sizes) {
    fitted = {size, wrapped(look, size, spans, width), 0};
    fitted.height = static_cast<float>(fitted.lines.size()) * size * line_spacing;
    if (fitted.height <= height) break;
  }
  fitted.height = std::max(fitted.height, height);
  return fitted;
}

void show_lines(const Look& look, const FittedLines& fitted) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_lines(*ImGui::GetWindowDrawList(), look, fitted.size, fitted.size * line_spacing, fitted.lines, at);
  ImGui::SetCursorScreenPos({at.x, at.y + look.px(fitted.height)});
}

const desk::ViewOfRun& view_of(const App& app, desk::WhichRun which) {
  return which == desk::WhichRun::shown ? app.views.shown : app.views.beside;
}

/// What happened, or why nothing did.
view::Headline headline_or_reason(const App& app, desk::WhichRun which) {
  if (const auto& headline = view_of(app, which).headline) return *headline;
  view::Headline headline;
  const view::Theme& theme = app.look.colours();
  const std::string why = app.runs.failure ? base::describe_briefly(*app.runs.failure) : app.refusal.reason;
  const char* const waiting = app.runs.shown ? "Working out what happened…" : "Running the first kernel…";
  headline.title = {{why.empty() ? waiting : "It did not run.", theme.text, view::Face::semibold}};
  if (!why.empty()) headline.detail = {{why, theme.wrong, view::Face::regular}};
  return headline;
}

/// Room for the tag of where a headline's numbers come from, pixels; 0: it has none.
float origin_room(const Look& look, const view::Headline& headline) {
  return headline.origin ? tag_width(look, launch::name(*headline.origin)) + look.px(12) : 0;
}

FittedLines fit_title(const Look& look, const view::Headline& headline, float width) {
  const bool wide = width >= look.px(900);
  return fit_lines(look, headline.title, {46, 42, 38, 34, 30, 27, 24, 21, 18}, width, wide ? 54 : 76);
}

FittedLines fit_detail(const Look& look, const view::Headline& headline, float width) {
  const bool wide = width >= look.px(900);
  return fit_lines(look, headline.detail, {19, 17, 15, 14, 13}, width, wide ? 32 : 46);
}

/// Title and detail, and the tag behind the latter.
void show_headline(const Look& look, const view::Headline& headline, float width) {
  const float tag = origin_room(look, headline);
  show_lines(look, fit_title(look, headline, width));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  show_lines(look, fit_detail(look, headline, width - tag));
  if (!headline.origin) return;
  float detail_width = 0;
  for (const view::Span& span : headline.detail) detail_width += text_width(look, {span.face, 19}, span.text);
  const float x = at.x + (detail_width > 0 ? std::min(detail_width, width - tag) + look.px(12) : 0);
  draw_tag(*ImGui::GetWindowDrawList(), look, {x, at.y + look.px(11)}, launch::name(*headline.origin));
}

/// The picture in `width` × `height` points: the last one while what it is made of is the same.
const view::Picture& picture_of(const App& app, desk::WhichRun which, desk::Choices& choices, PictureState& state, float width,
                                float height) {
  const view::Row& row = app.choices.row();
  const view::Theme& theme = app.look.colours();
  view::Input input = view_of(app, which).input;
  if (row.follow != nullptr && which == desk::WhichRun::shown) {
    view::Navigation navigation = navigation_of(choices);
    row.follow(input, theme, {width, height}, navigation);
    if (navigation != navigation_of(choices)) {
      navigate(choices, navigation);
      input = input_of(app);
    }
  }
  DrawnPicture& drawn = state.drawn;
  const bool same = drawn.row == &row && drawn.theme == &theme && drawn.width == width && drawn.height == height;
  if (!same || drawn.input != input) {
    view::Picture picture = row.picture(input, theme, {width, height}, {*state.cells, state.scene});
    drawn = {std::move(input), &row, &theme, width, height, std::move(picture)};
  }
  return drawn.picture;
}

/// What a picture may change.
struct PictureParts {
  desk::WhichRun which;
  desk::Choices& choices;
  desk::Notice& notice;
  desk::Playback& playback;
  desk::Stepping& stepping;
  desk::Pointer& pointer;
};

/// What a click on the picture asks for.
void click(const App& app, const PictureParts& parts, const view::Target& target) {
  constexpr std::uint64_t none = view::Target::none;
  if (target.step != none) go_to_place(parts.playback, parts.choices.session, app.runs, target.step + 1);
  if (target.warp != none && target.value == none)
    choose_warp(parts.stepping, static_cast<std::uint32_t>(target.warp), static_cast<std::uint32_t>(target.lane));
  if (target.call != none) notify(parts.notice, choose_call(parts.playback, parts.choices, target.call));
  if (target.point != none) notify(parts.notice, open_point(app.sweeping, parts.choices, target.point));
  // An element or a thread stays lit, to be asked about; a second click, or one beside everything, lets go of it.
  const bool goes_nowhere = target.step == none && target.warp == none && target.call == none && target.point == none;
  const bool stays = target.value != none || (goes_nowhere && (target.element != none || target.thread != none));
  if (stays || target.empty()) parts.pointer.kept = parts.pointer.kept == target ? view::Target{} : target;
}

/// The pointer over the picture, which is drawn at `at` with `scale` pixels per point.
void point_at(const App& app, const PictureParts& parts, const DrawnPicture& drawn, ImVec2 at, float scale, view::Size size) {
  const Look& look = app.look;
  const ImGuiIO& io = ImGui::GetIO();
  if (!ImGui::IsItemHovered() && !ImGui::IsItemActive() && !ImGui::IsItemDeactivated()) return;
  const bool moves =
      io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || io.MouseWheel != 0 || ImGui::IsMouseDown(ImGuiMouseButton_Left);
  parts.pointer.rests = parts.pointer.rests && !moves;
  if (parts.pointer.rests) return;
  const view::HotSpot spot = drawn.picture.under({(io.MousePos.x - at.x) / scale, (io.MousePos.y - at.y) / scale});
  const bool dragging = ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, look.px(3));
  view::Gesture gesture{{(io.MousePos.x - at.x) / scale, (io.MousePos.y - at.y) / scale}, {}, io.MouseWheel, io.KeyCtrl};
  if (dragging) gesture.drag = {io.MouseDelta.x / scale, io.MouseDelta.y / scale};
  if ((gesture.wheel != 0 || dragging) && app.choices.row().move != nullptr) {
    view::Navigation navigation = navigation_of(parts.choices);
    app.choices.row().move(drawn.input, look.colours(), size, gesture, navigation);
    navigate(parts.choices, navigation);
  }
  parts.pointer.next = spot.target;
  // Next to the mark, or next to the pointer where that is as high as a plot.
  const float high = spot.at.height * scale, most = look.px(60);
  const view::Rectangle mark =
      high <= most ? view::Rectangle{at.x + spot.at.x * scale, at.y + spot.at.y * scale, spot.at.width * scale, high}
                   : view::Rectangle{io.MousePos.x + look.px(14), io.MousePos.y - look.px(6), 0, look.px(12)};
  tip(look, spot.tooltip, mark);
  const ImVec2 moved = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, look.px(3));
  const bool clicked = ImGui::IsItemDeactivated() && moved.x == 0 && moved.y == 0;
  if (clicked && parts.which == desk::WhichRun::shown) click(app, parts, spot.target);
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) navigate(parts.choices, {});
}

/// The same as a drag by a part of the picture, and as a turn of the wheel in its middle.
void move_by_keys(const App& app, const PictureParts& parts, const DrawnPicture& drawn, view::Size size, const Keyed& keys) {
  constexpr float part = 0.1f;
  if (keys.across == 0 && keys.down == 0 && keys.nearer == 0) return;
  const view::Gesture gesture{
      {size.width / 2, size.height / 2},
      {-part * size.width * static_cast<float>(keys.across), -part * size.height * static_cast<float>(keys.down)},
      static_cast<float>(keys.nearer)};
  view::Navigation navigation = navigation_of(parts.choices);
  app.choices.row().move(drawn.input, app.look.colours(), size, gesture, navigation);
  navigate(parts.choices, navigation);
}

void show_notice(const Look& look, desk::Notice& notice, const view::Rectangle& at) {
  constexpr double seconds = 6;
  if (notice.text.empty()) return;
  if (!notice.until) notice.until = ImGui::GetTime() + seconds;
  if (ImGui::GetTime() > *notice.until) return;
  const view::Theme& theme = look.colours();
  const std::string text = shortened(look, body, notice.text, at.width - look.px(40));
  const float width = text_width(look, body, text) + look.px(36), height = look.px(44);
  const ImVec2 from(at.x + (at.width - width) / 2, at.y + at.height - height - look.px(14));
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRectFilled(from, {from.x + width, from.y + height}, packed(theme.control), look.px(10));
  note_cover(look, list, from, {from.x + width, from.y + height});
  list.AddRect(from, {from.x + width, from.y + height}, packed(notice.wrong ? theme.wrong : theme.good), look.px(10), 0,
               look.px(1.5f));
  draw_text(list, look, body, {from.x + look.px(18), middle_baseline(look, from.y, height, body.size)}, theme.text, text);
}

/// The way of the answer to "Why …?" through the picture: from what is asked about to each sentence's place, numbered as in the
/// list.
void show_trail(const App& app, const PictureState& picture, ImVec2 at, float scale) {
  const desk::Asking& asking = app.asking;
  if (!asking.answer || asking.answer->question.tables != app.runs.shown) return;
  const trace::Steps& steps = app.runs.shown->trace().steps;
  std::vector<view::Stop> stops;
  const auto add = [&](const view::Target& target, std::string label, bool current) {
    if (const auto place = place_of(picture.drawn.picture, target)) stops.push_back({*place, std::move(label), current});
  };
  if (const auto asked = asked_target(asking.answer->question.about)) add(*asked, "", false);
  for (std::size_t k = 0; k < asking.answer->causes.size(); ++k) {
    const analysis::Cause& cause = asking.answer->causes[k].cause;
    view::Target target;
    if (cause.thread != analysis::Cause::no_thread_at_all) target.thread = cause.thread;
    if (cause.step < steps.size()) {
      target.step = cause.step;
      target.cycle = steps.cycle[cause.step];
    }
    if (!target.empty()) add(target, std::to_string(k + 1), k == asking.current);
  }
  if (stops.empty()) return;
  const view::Drawing& drawing = picture.drawn.picture.drawing;
  Painter painter;  // of lines and words only, which it keeps nothing of
  painter.paint(*ImGui::GetWindowDrawList(), app.look, view::trail(std::move(stops), app.look.colours(), drawing.width), at,
                scale);
}

/// Beside what was clicked or touched, a button that asks about it: a finger has no key Y and no right button.
void show_question(const App& app, const PictureParts& parts, const PictureState& picture, ImVec2 at, float scale) {
  const Look& look = app.look;
  const view::Target& kept = parts.pointer.kept;
  const bool can_be_asked = kept.value != view::Target::none || !asked_text(kept).empty();
  const bool of_answer = kept.step != view::Target::none;
  if (!can_be_asked || of_answer || !app.runs.shown) return;
  if (is_about(app.choices.session.why, kept, *app.runs.shown, parts.stepping)) return;
  if (app.runs.shown->trace().level != trace::Level::full) return;
  const auto place = place_of(picture.drawn.picture, kept);
  if (!place) return;
  constexpr TextStyle style{view::Face::semibold, 15};
  const std::string words = "Why?";
  const float width = text_width(look, style, words) + look.px(20), height = look.px(28);
  const float apart = look.px(6), right = at.x + (place->x + place->width) * scale + apart;
  const bool fits = right + width <= at.x + picture.place.width;
  const ImVec2 from{fits ? right : std::max(at.x + place->x * scale - apart - width, at.x),
                    std::clamp(at.y + (place->y + place->height / 2) * scale - height / 2, at.y,
                               std::max(at.y + picture.place.height - height, at.y))};
  ImGui::SetCursorScreenPos(from);
  const bool pressed = press_area(look, "why", {width, height});
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) parts.pointer.next = kept;  // not what the button covers
  tip(look, "The causes, back through the run (Y)");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const view::Theme& theme = look.colours();
  list.AddRectFilled(from, {from.x + width, from.y + height}, packed(hovered ? theme.selected : theme.control), look.px(8));
  list.AddRect(from, {from.x + width, from.y + height}, packed(theme.accent), look.px(8), 0, look.px(1.5f));
  draw_text(list, look, style, {from.x + look.px(10), middle_baseline(look, from.y, height, style.size)}, theme.text, words);
  if (pressed)
    notify(parts.notice, desk::ask_about(kept, {parts.pointer, parts.playback, parts.stepping, parts.choices.session, app.runs}));
}

/// Seconds after which an old picture is veiled while the next run goes on: a shorter one would only flicker.
constexpr double patience = 1;

bool runs_anew(const App& app) {
  const desk::OpenProgram* const program = app.program();
  return program != nullptr && program->recorded > 0 && app.programs.runs(*program) && app.programs.seconds() > patience;
}

/// Whether the chosen experiment's first run is awaited: it runs, or its compiler has to come first.
bool waits_for_another(const App& app) {
  const desk::RunProgress progress = app.runs.worker.progress();
  return app.runs.shown && app.runs.shown->experiment != &app.choices.experiment() && progress.running &&
         progress.seconds > patience;
}

/// Whether what is drawn is not of the source as it is now: there is an error in it, or it still runs.
bool is_outdated(const App& app) {
  const experiment::Experiment& chosen = app.choices.experiment();
  const auto name = [](const std::filesystem::path& file) { return file.filename(); };
  const bool unread = app.file_error && chosen.opened_by_user() &&
                      (name(app.file_error->file) == name(chosen.source) || name(app.file_error->file) == name(chosen.file));
  const desk::OpenProgram* const program = app.program();
  const bool failed = app.runs.failure && !chosen.recording;  // of a recording: it has no launch to show
  return unread || failed || runs_anew(app) || waits_for_another(app) ||
         (program != nullptr && program->failure && program->recorded > 0);
}

}  // namespace

std::string older_run_words(const App& app) {
  if (!is_outdated(app) || !app.runs.shown) return "";
  if (waits_for_another(app)) return "This is another kernel's run. The chosen one's is not there yet.";
  if (runs_anew(app)) return "This is the run before. The program is running.";
  const bool stopped = app.program() != nullptr && app.program()->stopped;
  return stopped ? "This is the run before the one that was stopped." : "This is the run before the error.";
}

namespace {

/// A veil over a picture that is older than the source, and what it means.
void show_veil(const App& app, const view::Rectangle& at) {
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({at.x, at.y}, {at.x + at.width, at.y + at.height}, packed(faded(theme.background, 0.6f)));
  const std::string fitting = shortened(look, body, older_run_words(app), at.width - look.px(28));
  const bool goes_on = runs_anew(app) || waits_for_another(app);
  const float width = text_width(look, body, fitting) + look.px(28), height = look.px(38);
  const ImVec2 from(at.x + (at.width - width) / 2, at.y + (at.height - height) / 2);
  list.AddRectFilled(from, {from.x + width, from.y + height}, packed(theme.control), look.px(10));
  note_cover(look, list, from, {from.x + width, from.y + height});
  list.AddRect(from, {from.x + width, from.y + height}, packed(goes_on ? theme.accent : theme.wrong), look.px(10), 0, look.px(1));
  draw_text(list, look, body, {from.x + look.px(14), middle_baseline(look, from.y, height, body.size)}, theme.text, fitting);
}

/// The picture of a run, in what is left below the cursor.
void show_run_picture(const App& app, const PictureParts& parts, PictureState& picture, float width) {
  const Look& look = app.look;
  const view::Row& row = app.choices.row();
  gap(look, 14);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room(width, ImGui::GetContentRegionAvail().y);
  if (view_of(app, parts.which).input.empty() || room.x <= 0 || room.y <= 0) return;
  const float scale = std::min({look.scale, room.x / row.min_width, room.y / row.min_height});
  const view::Size size{room.x / scale, room.y / scale};
  const view::Picture& drawn = picture_of(app, parts.which, parts.choices, picture, size.width, size.height);
  picture.place = {at.x, at.y, room.x, room.y};
  picture.painter.paint(*ImGui::GetWindowDrawList(), look, drawn.drawing, at, scale);
  if (parts.which == desk::WhichRun::shown) show_trail(app, picture, at, scale);
  if (parts.which == desk::WhichRun::shown && is_outdated(app)) show_veil(app, picture.place);
  ImGui::InvisibleButton("picture", room);
  if (row.move != nullptr)
    move_by_keys(app, parts, picture.drawn, size,
                 keyed(look, ImGui::GetID("picture"), ControlKind::picture, at, {at.x + room.x, at.y + room.y}));
  ImGui::SetItemAllowOverlap();
  point_at(app, parts, picture.drawn, at, scale, size);
  if (parts.which == desk::WhichRun::shown) show_question(app, parts, picture, at, scale);
}

/// A headline of the run before does not look like one of now.
void veil_headline(const App& app, ImVec2 at, float width) {
  if (!is_outdated(app) || !app.views.shown.headline) return;
  const float bottom = ImGui::GetCursorScreenPos().y;
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, bottom}, packed(faded(app.look.colours().background, 0.6f)));
}

void show_one_picture(const App& app, const PictureParts& parts, PictureState& picture, float width) {
  ImGui::BeginGroup();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  show_headline(app.look, headline_or_reason(app, parts.which), width);
  veil_headline(app, at, width);
  show_run_picture(app, parts, picture, width);
  ImGui::EndGroup();
}

/// One of two runs: what tells it from the other, its headline, and its picture.
struct Half {
  view::Headline headline;
  FittedLines distinction, title, detail;
};

Half half_of(const App& app, desk::WhichRun which, float width) {
  const bool kept = which == desk::WhichRun::beside;
  const desk::Runs& runs = app.runs;
  const view::Theme& theme = app.look.colours();
  Half half{headline_or_reason(app, which), {}, {}, {}};
  half.distinction = fit_lines(app.look,
                               {{kept ? "Kept   " : "Now   ", theme.muted, view::Face::regular},
                                {kept ? distinction(*runs.beside, *runs.shown) : distinction(*runs.shown, *runs.beside),
                                 theme.accent, view::Face::semibold}},
                               {17, 15, 13}, width - origin_room(app.look, half.headline), 26);
  half.title = fit_title(app.look, half.headline, width);
  half.detail = fit_detail(app.look, half.headline, width);
  return half;
}

/// The tag of the headline's numbers stands at the right of the first line: behind the headline a narrow half has no room.
void show_half(const App& app, const PictureParts& parts, const Half& half, PictureState& picture, float width) {
  const Look& look = app.look;
  const float tag = origin_room(look, half.headline);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::BeginGroup();  // what follows begins at this half's left edge
  show_lines(look, half.distinction);
  if (half.headline.origin)
    draw_tag(*ImGui::GetWindowDrawList(), look, {at.x + width - tag + look.px(12), at.y + look.px(10)},
             launch::name(*half.headline.origin));
  show_lines(look, half.title);
  show_lines(look, half.detail);
  show_run_picture(app, parts, picture, width);
  ImGui::EndGroup();
}

/// The kept run on the left, the current run on the right. Both pictures start at the same height, however long the texts above
/// them are.
void show_two_pictures(const App& app, const PictureParts& parts, PictureState& picture, PictureState& picture_beside) {
  const Look& look = app.look;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x, between = look.px(room < look.px(900) ? 24 : 36),
              width = (room - between) / 2;
  PictureParts kept = parts;
  kept.which = desk::WhichRun::beside;
  Half left = half_of(app, kept.which, width), right = half_of(app, parts.which, width);
  left.distinction.height = right.distinction.height = std::max(left.distinction.height, right.distinction.height);
  left.title.height = right.title.height = std::max(left.title.height, right.title.height);
  left.detail.height = right.detail.height = std::max(left.detail.height, right.detail.height);
  ImGui::PushID("kept");
  show_half(app, kept, left, picture_beside, width);
  ImGui::PopID();
  const float line = at.x + width + between / 2;
  ImGui::GetWindowDrawList()->AddLine({line, at.y}, {line, at.y + ImGui::GetWindowHeight()}, packed(look.colours().line),
                                      look.px(1));
  ImGui::SetCursorScreenPos({at.x + width + between, at.y});
  show_half(app, parts, right, picture, width);
}

}  // namespace

void show_picture(const App& app, desk::Choices& choices, desk::Notice& notice, desk::Playback& playback,
                  desk::Stepping& stepping, desk::Pointer& pointer, PictureState& picture, PictureState& picture_beside) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const PictureParts parts{desk::WhichRun::shown, choices, notice, playback, stepping, pointer};
  if (draws_beside(app.runs, choices))
    show_two_pictures(app, parts, picture, picture_beside);
  else
    show_one_picture(app, parts, picture, room.x);
  show_notice(app.look, notice, {at.x, at.y, room.x, room.y});
}

}  // namespace warplens::ui
