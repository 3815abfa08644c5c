#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <set>

#include "base/number_format.h"
#include "desk/lit_lines.h"
#include "desk/playback/playback.h"
#include "desk/playback/program_calls.h"
#include "desk/pointer/findings.h"
#include "desk/run/line_costs.h"
#include "ui/panels/lesson_highlight.h"
#include "ui/panels/panel.h"
#include "ui/widgets/choice.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

/// What stands next to a line: the cost that was chosen, or how often threads accessed memory there.
std::string text_of_line(const App& app, std::uint32_t line) {
  const desk::RunTables& shown = *app.runs.shown;
  if (const desk::LineMeasure measure = app.choices.session.line_measure; measure != desk::LineMeasure::threads) {
    const std::uint64_t number = desk::line_cost(shown, measure, line).number;
    return number > 0 ? base::grouped(number) : "";
  }
  const std::vector<std::uint32_t>& lines = shown.lines.line;
  const auto found = std::lower_bound(lines.begin(), lines.end(), line);
  if (found == lines.end() || *found != line) return "";
  const auto row = static_cast<std::size_t>(found - lines.begin());
  // Only lines that touch memory carry a count: the others would repeat the number of threads.
  if (shown.lines.reads[row] + shown.lines.writes[row] + shown.lines.atomics[row] == 0) return "";
  return base::grouped(shown.lines.reads[row] + shown.lines.writes[row] + shown.lines.atomics[row]) + " ×";
}

/// Which lanes of the warp that is looked at are at a line, in `which` text; empty where there are none.
std::string lanes_at(const std::vector<desk::LanesOfLine>& lanes, std::uint32_t desk::LanesOfLine::*which, std::uint32_t line) {
  std::uint32_t go = 0, wait = 0;
  for (const desk::LanesOfLine& at : lanes) {
    if (at.*which == line) (at.waits ? wait : go) |= at.lanes;
  }
  if (go != 0) return view::lanes_words(go);
  return wait != 0 ? view::lane_ranges(wait) + (std::popcount(wait) == 1 ? " waits" : " wait") : "";
}

/// What stands next to the lines, to choose from.
void show_measures(const App& app, Session& session) {
  const Look& look = app.look;
  std::vector<ChoiceRow> rows{{"accesses to memory", "How often threads read or wrote memory at the line"}};
  const auto chosen = static_cast<std::size_t>(session.line_measure);
  for (const desk::LineMeasureRow& measure : desk::line_measures())
    rows.push_back({measure.label, fmt::format("{} ({})", measure.tooltip, launch::name(measure.origin))});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool cut = app.runs.shown && app.runs.shown->trace().truncation != trace::Truncation::none;
  note(look,
       chosen != 0 ? "Next to each line, and as a bar: share of the costliest line"
       : cut       ? "Next to each line, of what was recorded"
                   : "Next to each line",
       look.colours().muted);
  const std::string tooltip = rows[chosen].tooltip + ". Which lines cost most? (L: the next measure)";
  const auto picked = choice(look, "measure", rows, chosen, ImGui::GetContentRegionAvail().x, tooltip);
  // A step of a lesson may ask for one of them; elsewhere the same words name a figure.
  const lesson::Step* step = open_step(app.lessons, app.choices.session);
  if (step != nullptr && step->done.state.line_measure != step->state.line_measure)
    for (const ChoiceRow& row : rows) highlight_named(app, row.label, at);
  if (picked) session.line_measure = static_cast<desk::LineMeasure>(*picked);
}

/// What a compiler or the reader of the signature says of the edited file, at the lines of the text as it is now: an error, else
/// the warnings for the shown run.
std::vector<EditorMessage> messages_of(const App& app, const EditorState& editing) {
  std::vector<EditorMessage> messages;
  const auto add = [&](const base::Error& said, bool error) {
    if (said.line <= 0 || std::filesystem::path(said.file).filename() != app.editor.file().filename()) return;
    const std::uint32_t line = line_now(editing.compiled_matches, static_cast<std::uint32_t>(said.line));
    if (line > 0) messages.push_back({line, said.message, error});
  };
  const desk::OpenProgram* const program = app.program();
  const std::optional<base::Error>& error = program != nullptr && program->failure ? program->failure
                                            : app.file_error                       ? app.file_error
                                                                                   : app.runs.failure;
  if (error)
    add(*error, true);
  else if (app.shows_choice())
    for (const base::Error& warning : app.runs.shown->warnings) add(warning, false);
  return messages;
}

/// Whether the source that is shown is that of the chosen kernel: with the calls of a program it may be another file.
bool shows_kernel(const App& app) {
  if (!app.choices.experiment().recording) return true;
  const std::string& file = app.choices.entry().file;
  return !file.empty() && file == desk::recorded_file(app.choices, app.pointer.target.call);
}

/// How the source is edited, or how to get one that can be.
void show_editing_hint(const App& app, SourceState& state) {
  const Look& look = app.look;
  if (!app.editor.file().empty()) {
    note(look,
         app.editing.wide ? "Saved and run as you type · Ctrl F finds · Ctrl E makes it narrow"
                          : "Saved and run as you type · Ctrl F finds · Ctrl E makes it wide",
         look.colours().muted);
  } else if (!app.read_only.empty()) {
    note(look, app.read_only, look.colours().muted);
  } else if (link(look, "edit a copy", "Edit a copy", "Make a copy of this kernel in your own folder, and edit it here")) {
    state.copy_wanted = true;
  }
}

}  // namespace

void show_source(const App& app, const SourceParts& parts) {
  auto& [choices, pointer, editor, state, editing] = parts;
  Session& session = choices.session;
  const Look& look = app.look;
  const bool matching = app.shows_choice() && shows_kernel(app) && !app.prediction.hides();
  const float switch_width = text_width(look, {view::Face::regular, 15}, "PTX") + look.px(50);
  section(look, "Source · " + view::as_written(app.source->title), true, switch_width + look.px(10));
  const ImVec2 below = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::SetCursorScreenPos({below.x + width - switch_width, below.y - look.px(31)});
  toggle(look, "ptx", "PTX", session.show_ptx, "Show the instructions that both machines run next to the source (X)");
  ImGui::SetCursorScreenPos({below.x, below.y + look.px(2)});

  const bool of_program = app.choices.row().needs.program;
  const std::set<std::uint32_t> lit = matching || of_program ? lit_lines(app) : std::set<std::uint32_t>{};
  const std::set<std::uint32_t> strong = matching ? wrong_lines(*app.runs.shown) : std::set<std::uint32_t>{};
  const bool found = matching && !app.runs.shown->run.result.findings.empty();
  const bool stepping = app.choices.row().needs.stepping;
  const bool edited = !editor.file().empty();
  if (edited) update_editor(editor, app.source, app.runs.shown_source, editing);
  const std::vector<desk::LanesOfLine> lanes = lanes_by_line(app.stepping, app.choices, app.runs);
  const auto mark = [&](std::uint32_t line) -> std::optional<view::Colour> {
    if (stepping) return std::nullopt;
    if (!lit.empty() && !lit.contains(line)) return std::nullopt;
    if (found) return finding_mark(app.findings, app.runs, app.choices, line);
    return strong.contains(line) ? std::optional(look.colours().wrong) : std::nullopt;
  };
  const bool ptx = app.choices.session.show_ptx && matching && !app.ptx.lines.empty();
  const bool in_columns = ptx && width >= look.px(760);
  const auto fitting = [&](const desk::SourceText& source, float share) {
    const float whole = look.px(listing_row) * static_cast<float>(source.lines.size()) + look.px(24);
    return std::min(whole, std::max(look.px(150), ImGui::GetWindowHeight() * share));
  };

  Listing cuda{"cuda",
               edited ? &editing.coloured : app.source.get(),
               [&](std::uint32_t line) { return lit.contains(line); },
               mark,
               [&](std::uint32_t line) {
                 if (stepping) return lanes_at(lanes, &desk::LanesOfLine::cuda_line, line);
                 return matching ? text_of_line(app, line) : std::string();
               },
               [&](std::uint32_t line) {
                 const desk::LineMeasure measure = app.choices.session.line_measure;
                 if (!matching || measure == desk::LineMeasure::threads) return 0.0f;
                 return desk::line_cost(*app.runs.shown, measure, line).share;
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
  // In the program view the calls of the host are looked at, in the others the kernel, which may be in the same file.
  const std::string shown_source = app.choices.session.experiment + app.source->title + kernel + (of_program ? " host" : "");
  // The panel was scrolled to what belonged to another kernel, or to the host. The listing can follow once it is in sight, in the
  // next frame.
  const bool scrolled_away = state.scrolled_to != shown_source && !state.scrolled_to.empty() && ImGui::GetScrollY() > 0;
  if (scrolled_away) {
    ImGui::SetScrollY(0);
  } else if (state.scrolled_to != shown_source) {
    state.scrolled_to = shown_source;
    const bool at_call = of_program && call_place(app.choices) < calls_of(app.choices);
    if (shows_kernel(app) && !at_call) cuda.scroll_to = line_of_kernel(*app.source, kernel);
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
  if (of_program && !lit.empty() && *lit.begin() != state.host_line_shown) cuda.keep_in_view = *lit.begin();
  state.host_line_shown = of_program && !lit.empty() ? *lit.begin() : 0;
  const bool measured = matching && !app.runs.shown->line_tallies.empty();
  const float half = (width - look.px(12)) / 2;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float share = edited && editing.wide ? 0.8f : edited ? 0.5f : 0.42f;
  const float cuda_height = edited ? ImGui::GetWindowHeight() * (ptx && !in_columns ? 0.3f : share)
                                   : fitting(*app.source, ptx && !in_columns ? 0.26f : share);
  if (edited)
    show_editor(look, pointer, cuda, editor, editing, messages_of(app, editing), in_columns ? half : width, cuda_height);
  else
    show_listing(look, pointer, cuda, in_columns ? half : width, cuda_height);
  if (!ptx) {
    state.step_shown = step;
    if (measured) show_measures(app, session);
    show_editing_hint(app, state);
    return;
  }

  const desk::SourceLink& link = app.runs.shown->link;
  const auto line_of = [&](std::uint32_t line) { return link.cuda_line_of(line); };
  Listing listing{"ptx listing",
                  &app.ptx,
                  [&](std::uint32_t line) {
                    if (stepping) return !lanes_at(lanes, &desk::LanesOfLine::ptx_line, line).empty();
                    return lit.contains(line_of(line));
                  },
                  [&](std::uint32_t line) { return stepping ? std::nullopt : mark(line_of(line)); },
                  [&](std::uint32_t line) { return lanes_at(lanes, &desk::LanesOfLine::ptx_line, line); },
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
  if (in_columns) {
    ImGui::SetCursorScreenPos({start.x + half + look.px(12), start.y});
    show_listing(look, pointer, listing, half, cuda_height);
  } else {
    show_listing(look, pointer, listing, width, fitting(app.ptx, 0.3f));
  }
  state.ptx_hovered = pointer.next.line != line_before;
  if (measured) show_measures(app, session);
  show_editing_hint(app, state);
}

}  // namespace warplens::ui
