#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/number_format.h"
#include "desk/playback/playback.h"
#include "desk/pointer/findings.h"
#include "desk/pointer/lit_lines.h"
#include "desk/source/line_measures.h"
#include "ui/panels/lesson_highlight.h"
#include "ui/panels/panel.h"
#include "ui/widgets/choice.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

constexpr float row_height = 25, gutter = 42;  // points

/// Code is a size smaller where the panel is narrow.
TextStyle code_style(const Look& look, float width) { return {view::Face::mono, width < look.px(400) ? 14.0f : 15.0f}; }

view::Colour colour_of(const view::Theme& theme, desk::TokenKind kind) {
  switch (kind) {
    case desk::TokenKind::keyword:
      return theme.keyword;
    case desk::TokenKind::builtin:
      return theme.builtin;
    case desk::TokenKind::number:
      return mixed(theme.text, theme.write, 0.55f);
    case desk::TokenKind::text:
      return mixed(theme.text, theme.good, 0.6f);
    case desk::TokenKind::comment:
      return theme.muted;
    case desk::TokenKind::directive:
      return mixed(theme.keyword, theme.muted, 0.5f);
    case desk::TokenKind::plain:
      break;
  }
  return theme.text;
}

/// How a listing is drawn: which of its lines are lit, and what stands at their right.
struct Listing {
  const char* id;
  const desk::SourceText* source;
  std::function<bool(std::uint32_t)> lit;                          ///< by line number
  std::function<std::optional<view::Colour>(std::uint32_t)> mark;  ///< colour of a line that stands out more than a lit one
  std::function<std::string(std::uint32_t)> at_right;              ///< short text, such as a count
  std::function<float(std::uint32_t)> cost;                        ///< share of the costliest line, a bar behind the line number
  std::function<std::string(std::uint32_t)> tooltip;
  std::function<std::uint64_t(std::uint32_t)> target;  ///< CUDA line that a line belongs to; Target::none for none
  std::uint32_t scroll_to = 0;                         ///< line to bring to the top; 0: leave it
  std::uint32_t keep_in_view = 0;                      ///< line to scroll to only where it is out of sight
};

void draw_row(const Look& look, TextStyle style, const desk::SourceLine& line, desk::Fold row, ImVec2 baseline) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float x = baseline.x;
  for (const desk::Token& token : line.tokens) {
    const std::size_t begin = std::max(token.begin, row.begin), end = std::min(token.end, row.end);
    if (begin >= end) continue;
    const std::string_view text = std::string_view(line.text).substr(begin, end - begin);
    draw_text(list, look, style, {x, baseline.y}, colour_of(look.colours(), token.kind), text);
    x += text_width(look, style, text);
  }
}

/// A framed listing that scrolls, `height` pixels high; long lines are folded.
void show_listing(const Look& look, desk::Pointer& pointer, const Listing& listing, float width, float height) {
  const view::Theme& theme = look.colours();
  ImGui::PushStyleColor(ImGuiCol_ChildBg, packed(theme.background));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, look.px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, look.px(1));
  ImGui::BeginChild(listing.id, {width, height}, true, ImGuiWindowFlags_NoNav);
  const TextStyle style = code_style(look, width);
  const float letter = text_width(look, style, "0"), row = look.px(row_height);
  // The same with and without a scroll bar: lines that are folded anew would not be where they were scrolled to.
  const float inner = width - ImGui::GetStyle().ScrollbarSize - 2 * look.px(1);
  const auto columns_in = [&](float room) { return static_cast<std::size_t>(std::max(room / letter, 8.0f)); };
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t k = 0; k < listing.source->lines.size(); ++k) {
    const desk::SourceLine& line = listing.source->lines[k];
    const std::uint32_t number = listing.source->first_line + static_cast<std::uint32_t>(k);
    constexpr TextStyle count_style{view::Face::mono, 13};
    const std::string right = shortened(look, count_style, listing.at_right(number), inner - look.px(gutter + 12));
    const float right_width = right.empty() ? 0 : text_width(look, count_style, right) + look.px(12);
    const std::size_t columns = columns_in(inner - look.px(gutter + 8)), continuation = desk::continuation_of(line.text, columns);
    const std::vector<desk::Fold> rows = desk::fold(line.text, columns, continuation);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    // The text at the right stands on the first row if there is room for it, else below the last.
    const bool room_at_right =
        text_width(look, style, std::string_view(line.text).substr(0, rows.front().end)) + right_width <= inner - look.px(gutter);
    const auto right_row = room_at_right || right.empty() ? 0.0f : static_cast<float>(rows.size());
    const float tall = row * std::max(static_cast<float>(rows.size()), right_row + 1);
    if (listing.scroll_to == number) ImGui::SetScrollFromPosY(at.y - ImGui::GetWindowPos().y, 0.06f);
    ImGui::InvisibleButton(fmt::format("{}", number).c_str(), {std::max(inner, 1.0f), tall});
    if (ImGui::IsItemHovered()) pointer.next.line = listing.target(number);
    tip(look, listing.tooltip(number));
    if (!ImGui::IsItemVisible() && listing.keep_in_view == number) ImGui::SetScrollHereY(0.35f);
    if (!ImGui::IsItemVisible()) continue;
    const std::optional<view::Colour> mark = listing.mark(number);
    if (mark || listing.lit(number)) {
      const view::Colour colour = mark.value_or(theme.accent);
      list.AddRectFilled(at, {at.x + inner, at.y + tall}, packed(faded(colour, 0.14f)));
      list.AddRectFilled(at, {at.x + look.px(3), at.y + tall}, packed(colour));
    }
    if (const float share = listing.cost(number); share > 0) {
      const float from = at.x + look.px(3), whole = look.px(gutter - 9);
      list.AddRectFilled({from, at.y + look.px(3)}, {from + std::max(whole * share, look.px(2)), at.y + row - look.px(3)},
                         packed(faded(theme.write, 0.45f)), look.px(2));
    }
    const std::string label = fmt::format("{}", number);
    const float first = middle_baseline(look, at.y, row, style.size);
    draw_text(list, look, style, {at.x + look.px(gutter - 14) - text_width(look, style, label), first},
              listing.cost(number) > 0 ? theme.soft : faint(theme), label);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const float indent = r == 0 ? 0 : static_cast<float>(continuation) * letter;
      draw_row(look, style, line, rows[r], {at.x + look.px(gutter) + indent, first + row * static_cast<float>(r)});
    }
    if (!right.empty())
      draw_text(list, look, count_style, {at.x + inner - right_width + look.px(2), first + row * right_row}, theme.muted, right);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar(3);
  ImGui::PopStyleColor();
}

/// What stands beside a line: the cost that was chosen, or how often threads carried the line out.
std::string beside_line(const App& app, std::uint32_t line) {
  const desk::RunTables& shown = *app.runs.shown;
  if (!app.choices.session.line_measure.empty()) {
    const std::uint64_t number = desk::line_cost(shown, desk::line_measure(app.choices.session.line_measure), line).number;
    return number > 0 ? base::grouped(number) : "";
  }
  const std::vector<std::uint32_t>& lines = shown.lines.line;
  const auto found = std::lower_bound(lines.begin(), lines.end(), line);
  if (found == lines.end() || *found != line) return "";
  const auto row = static_cast<std::size_t>(found - lines.begin());
  // Only lines that touch memory carry a count: the others would repeat the number of threads.
  if (shown.lines.reads[row] + shown.lines.writes[row] + shown.lines.atomics[row] == 0) return "";
  return base::grouped(std::max({shown.lines.reads[row], shown.lines.writes[row], shown.lines.atomics[row]})) + " ×";
}

/// Which lanes of the warp that is looked at are at a line, in `which` text; empty where there are none.
std::string lanes_beside(const std::vector<desk::LanesOfLine>& lanes, std::uint32_t desk::LanesOfLine::*which,
                         std::uint32_t line) {
  std::uint32_t go = 0, wait = 0;
  for (const desk::LanesOfLine& at : lanes) {
    if (at.*which == line) (at.waits ? wait : go) |= at.lanes;
  }
  if (go != 0) return "lanes " + view::lane_ranges(go);
  return wait != 0 ? view::lane_ranges(wait) + " wait" : "";
}

/// What stands beside the lines, to choose from.
void show_measures(const App& app, Session& session) {
  const Look& look = app.look;
  std::vector<ChoiceRow> rows{{"threads at memory", "How many threads read or wrote memory at the line"}};
  std::size_t chosen = 0;
  for (const desk::LineMeasure& measure : desk::line_measures()) {
    if (app.choices.session.line_measure == measure.id) chosen = rows.size();
    rows.push_back({measure.label, fmt::format("{} ({})", measure.tooltip, launch::name(measure.origin))});
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  note(look, chosen == 0 ? "Beside each line" : "Beside each line, and as a bar: share of the costliest line",
       look.colours().muted);
  const std::string tooltip = rows[chosen].tooltip + ". Which lines cost most? (L: the next measure)";
  const auto picked = choice(look, "measure", rows, chosen, ImGui::GetContentRegionAvail().x, tooltip);
  // A step of a lesson may ask for one of them; elsewhere the same words name a figure.
  const lesson::Step* step = open_step(app.lessons, app.choices.session);
  if (step != nullptr && step->done.state.line_measure != step->state.line_measure)
    for (const ChoiceRow& row : rows) highlight_named(app, row.label, at);
  if (picked) session.line_measure = *picked == 0 ? "" : desk::line_measures()[*picked - 1].id;
}

}  // namespace

void show_source(const App& app, Session& session, desk::Pointer& pointer, SourceState& state) {
  const Look& look = app.look;
  const bool matching = app.shows_choice();
  const float switch_width = text_width(look, {view::Face::regular, 15}, "PTX") + look.px(50);
  section(look, "Source · " + app.source.title, true, switch_width + look.px(10));
  const ImVec2 below = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::SetCursorScreenPos({below.x + width - switch_width, below.y - look.px(31)});
  toggle(look, "ptx", "PTX", session.show_ptx, "Show the instructions that both machines run beside the source (X)");
  ImGui::SetCursorScreenPos({below.x, below.y + look.px(2)});

  const std::set<std::uint32_t> lit = matching ? lit_lines(app) : std::set<std::uint32_t>{};
  const std::set<std::uint32_t> strong = matching ? wrong_lines(*app.runs.shown) : std::set<std::uint32_t>{};
  const bool found = matching && !app.runs.shown->run.result.findings.empty();
  const bool stepping = app.choices.row().needs.stepping;
  const std::vector<desk::LanesOfLine> lanes = lanes_by_line(app.stepping, app.choices, app.runs);
  const auto mark = [&](std::uint32_t line) -> std::optional<view::Colour> {
    if (stepping) return std::nullopt;
    if (!lit.empty() && !lit.contains(line)) return std::nullopt;
    if (found) return finding_mark(app, line);
    return strong.contains(line) ? std::optional(look.colours().wrong) : std::nullopt;
  };
  const bool ptx = app.choices.session.show_ptx && matching && !app.ptx.lines.empty();
  const bool beside = ptx && width >= look.px(760);
  const auto fitting = [&](const desk::SourceText& source, float share) {
    const float whole = look.px(row_height) * static_cast<float>(source.lines.size()) + look.px(24);
    return std::min(whole, std::max(look.px(150), ImGui::GetWindowHeight() * share));
  };

  Listing cuda{"cuda",
               &app.source,
               [&](std::uint32_t line) { return lit.contains(line); },
               mark,
               [&](std::uint32_t line) {
                 if (stepping) return lanes_beside(lanes, &desk::LanesOfLine::cuda_line, line);
                 return matching ? beside_line(app, line) : std::string();
               },
               [&](std::uint32_t line) {
                 if (!matching || app.choices.session.line_measure.empty()) return 0.0f;
                 return desk::line_cost(*app.runs.shown, desk::line_measure(app.choices.session.line_measure), line).share;
               },
               [&](std::uint32_t line) { return matching ? line_sentence(*app.runs.shown, line) : std::string(); },
               [](std::uint32_t line) { return std::uint64_t{line}; },
               0};
  // Lines that are folded anew are not where they were scrolled to.
  if (width != state.width) {
    state.scrolled_to.clear();
    state.fault_scrolled_to = 0;
    state.width = width;
  }
  const std::string kernel = app.choices.entry().kernel;
  if (state.scrolled_to != app.choices.session.experiment + kernel) {
    state.scrolled_to = app.choices.session.experiment + kernel;
    cuda.scroll_to = line_of_kernel(app.source, kernel);
  }
  if (found && app.findings.wanted) cuda.scroll_to = app.runs.shown->run.result.findings[app.findings.current].first.line;
  // Where the kernel stopped comes into view.
  const std::optional<launch::Fault>& fault = matching ? app.runs.shown->run.result.fault : std::nullopt;
  if (fault && fault->line > 0 && state.fault_scrolled_to != app.picture_version()) {
    state.fault_scrolled_to = app.picture_version();
    cuda.scroll_to = fault->line;
  }
  const desk::LanesOfLine step = lanes.empty() ? desk::LanesOfLine{} : lanes.front();
  if (stepping && step.cuda_line != state.step_shown.cuda_line) cuda.keep_in_view = step.cuda_line;
  const bool measured = matching && !app.runs.shown->line_tallies.empty();
  const float half = (width - look.px(12)) / 2;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float cuda_height = fitting(app.source, ptx && !beside ? 0.26f : 0.42f);
  show_listing(look, pointer, cuda, beside ? half : width, cuda_height);
  if (!ptx) {
    state.step_shown = step;
    if (measured) show_measures(app, session);
    return;
  }

  const desk::SourceLink& link = app.runs.shown->link;
  const auto line_of = [&](std::uint32_t line) { return link.cuda_line_of(line); };
  Listing listing{"ptx listing",
                  &app.ptx,
                  [&](std::uint32_t line) {
                    if (stepping) return !lanes_beside(lanes, &desk::LanesOfLine::ptx_line, line).empty();
                    return lit.contains(line_of(line));
                  },
                  [&](std::uint32_t line) { return stepping ? std::nullopt : mark(line_of(line)); },
                  [&](std::uint32_t line) { return lanes_beside(lanes, &desk::LanesOfLine::ptx_line, line); },
                  [](std::uint32_t) { return 0.0f; },
                  [](std::uint32_t) { return std::string(); },
                  [&](std::uint32_t line) { return line_of(line) > 0 ? std::uint64_t{line_of(line)} : view::Target::none; },
                  0};
  // What is lit comes into view, unless the pointer is what chose it here.
  const std::uint32_t told = !lit.empty() ? *lit.begin() : !strong.empty() ? *strong.begin() : 0;
  if (stepping && step.ptx_line != state.step_shown.ptx_line) listing.keep_in_view = step.ptx_line;
  state.step_shown = step;
  if (!stepping && told > 0 && told != state.ptx_scrolled_to && !state.ptx_hovered) {
    state.ptx_scrolled_to = told;
    listing.scroll_to = link.first_ptx_line_of(told);
  }
  const std::uint64_t line_before = pointer.next.line;
  if (beside) {
    ImGui::SetCursorScreenPos({start.x + half + look.px(12), start.y});
    show_listing(look, pointer, listing, half, cuda_height);
  } else {
    show_listing(look, pointer, listing, width, fitting(app.ptx, 0.3f));
  }
  state.ptx_hovered = pointer.next.line != line_before;
  if (measured) show_measures(app, session);
}

}  // namespace warplens::ui
