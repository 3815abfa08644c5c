#include "ui/window/window_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "base/number_format.h"
#include "desk/lesson/lessons.h"
#include "desk/view_inputs.h"
#include "launch/arguments/value.h"
#include "launch/recording/recording.h"
#include "lesson/markdown.h"
#include "ui/panels/counters.h"
#include "ui/panels/panel.h"
#include "ui/panels/session_question.h"
#include "ui/window/app_frame.h"
#include "ui/window/spoken_text.h"
#include "view/drawing/picture.h"
#include "view/subject.h"

namespace warplens::ui {
namespace {

constexpr std::size_t max_values = 64, max_findings = 100, max_lines = 2000;

TextPart headline_part(const App& app) {
  TextPart part{window_title(app), {}};
  const auto& headline = app.views.shown.headline;
  if (headline && !headline->detail.empty() && !app.prediction.hides()) part.lines.push_back(view::plain(headline->detail));
  if (std::string older = older_run_words(app); !older.empty()) part.lines.push_back(std::move(older));
  return part;
}

void add_question(std::vector<TextPart>& parts, const App& app) {
  const Session& session = app.choices.session;
  if (!has_session_question(app)) return;
  parts.push_back({session.question, {}});
  if (!session.answer.empty() && !app.prediction.hides()) parts.back().lines.push_back(session.answer);
}

void add_findings(std::vector<TextPart>& parts, const std::string& title, const std::vector<launch::Finding>& findings) {
  if (findings.empty()) return;
  TextPart part{fmt::format("{}: {}", title, base::grouped(std::uint64_t{findings.size()})), {}};
  for (const launch::Finding& finding : findings) {
    if (part.lines.size() == max_findings) break;
    const std::string line = finding.first.line > 0 ? fmt::format(" in line {}", finding.first.line) : "";
    part.lines.push_back(fmt::format("{}{}, {}: {}", view::capitalised(std::string(launch::title(finding.kind))), line,
                                     base::counted(finding.count, "time"), view::sentence(finding.message)));
  }
  parts.push_back(std::move(part));
}

void add_program(std::vector<TextPart>& parts, const App& app) {
  const auto& recording = app.choices.experiment().recording;
  if (!recording) return;
  const auto add = [&](const char* title, const std::vector<launch::RecordedFinding>& findings) {
    if (findings.empty()) return;
    TextPart part{title, {}};
    for (const launch::RecordedFinding& finding : findings)
      if (part.lines.size() < max_findings) part.lines.push_back(view::sentence(finding.message));
    parts.push_back(std::move(part));
  };
  add("Found in the program", recording->findings);
  add("Noted in the program", recording->notes);
}

void add_lines(TextPart& part, std::string_view text) {
  for (std::size_t at = 0; at < text.size() && part.lines.size() < max_lines;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    part.lines.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
}

void add_printed(std::vector<TextPart>& parts, const App& app) {
  const std::string_view printed = printed_text(app);
  if (printed.empty()) return;
  parts.push_back({"Printed", {}, true});
  add_lines(parts.back(), printed);
}

/// The text's paragraphs, and its code line by line in parts of their own.
void add_blocks(std::vector<TextPart>& parts, const std::vector<lesson::Block>& blocks) {
  for (const lesson::Block& block : blocks) {
    const bool code = block.kind == lesson::BlockKind::code;
    if (parts.back().code != code) parts.push_back({"", {}, code});
    if (code)
      add_lines(parts.back(), block.code);
    else
      parts.back().lines.push_back(lesson::plain(block));
  }
}

void add_lesson(std::vector<TextPart>& parts, const App& app) {
  const lesson::Lesson* const lesson = open_lesson(app.lessons, app.choices.session);
  const lesson::Step* const step = open_step(app.lessons, app.choices.session);
  if (lesson == nullptr || step == nullptr) return;
  parts.push_back({fmt::format("Lesson: {}. Step {} of {}: {}", lesson->title, app.choices.session.lesson_step,
                               lesson->steps.size(), step->title),
                   {}});
  add_blocks(parts, step->text);
  const bool done = app.lessons.step.done;
  if (step->task.empty() && !done) return;
  parts.push_back({done ? "Task, done" : "Task", {}});
  add_blocks(parts, step->task);
  if (done) add_blocks(parts, app.lessons.step.seen);
}

/// The shown run's blocks and threads, and what stayed without work; "?" for a number that the lesson asks for.
void add_launch(std::vector<TextPart>& parts, const App& app) {
  const desk::RunTables& shown = *app.runs.shown;
  const experiment::Settings& settings = shown.run.settings;
  const std::uint64_t blocks = base::count(settings.grid), threads = base::count(settings.block);
  TextPart part{"Launch", {}};
  part.lines.push_back(fmt::format("grid {}, block {}: {} of {}", base::extents_text(settings.grid),
                                   base::extents_text(settings.block), base::counted(blocks, "block"),
                                   base::counted(threads, "thread")));
  const auto asked = awaited_answer(app.lessons, app.choices.session, app.runs);
  const auto add = [&](const std::string& label, std::uint64_t number) {
    part.lines.push_back(label + ": " + (asked == static_cast<double>(number) ? "?" : base::grouped(number)));
  };
  add("warps in each block", (threads + 31) / 32);
  add("empty lanes", blocks * ((threads + 31) / 32 * 32 - threads));
  const trace::Trace& trace = shown.trace();
  if (shown.map.elements > 1 && trace.steps.size() > 0 && trace.truncation == trace::Truncation::none) {
    add("threads without work", shown.threads_without_work);
    add("elements of " + desk::subject_of(shown).buffer_name + " untouched", shown.map.untouched);
  }
  parts.push_back(std::move(part));
}

void add_counters(std::vector<TextPart>& parts, const App& app) {
  TextPart part{"What it did", {}};
  for (const Fact& fact : counters_of(*app.runs.shown))
    part.lines.push_back(fact.label + ": " + fact.value +
                         (fact.origin ? fmt::format(" ({})", launch::name(*fact.origin)) : std::string()));
  if (!part.lines.empty()) parts.push_back(std::move(part));
}

void add_values(std::vector<TextPart>& parts, const App& app) {
  const experiment::Run& run = app.runs.shown->run;
  const std::vector<const launch::Buffer*> buffers = launch::buffers_of(run.launch);
  if (run.shown >= buffers.size() || run.shown >= run.result.outputs.size()) return;
  const launch::Buffer& buffer = *buffers[run.shown];
  std::string values;
  const std::uint64_t count = std::min<std::uint64_t>(buffer.size, max_values);
  for (std::uint64_t k = 0; k < count; ++k)
    values += (k == 0 ? "" : ", ") + launch::to_text(launch::element(buffer.type, run.result.outputs[run.shown], k));
  if (count < buffer.size) values += fmt::format(" … {} in all", base::grouped(buffer.size));
  parts.push_back({"Values of " + buffer.name, {std::move(values)}});
}

void add_source(std::vector<TextPart>& parts, const App& app) {
  if (!app.runs.shown_source) return;
  const desk::SourceText& source = *app.runs.shown_source;
  std::map<std::uint32_t, std::string> marks;
  for (const launch::Finding& finding : app.runs.shown->run.result.findings)
    for (const launch::Witness* const witness : {&finding.first, finding.second ? &*finding.second : nullptr})
      if (witness != nullptr && witness->line > 0) marks[static_cast<std::uint32_t>(witness->line)] = launch::title(finding.kind);
  TextPart part{"Source: " + source.title, {}, true};
  for (std::size_t k = 0; k < std::min(source.lines.size(), max_lines); ++k) {
    const auto number = static_cast<std::uint32_t>(source.first_line + k);
    const auto mark = marks.find(number);
    part.lines.push_back(
        fmt::format("{} {}{}", number, source.lines[k].text, mark == marks.end() ? "" : "    ← " + mark->second));
  }
  parts.push_back(std::move(part));
}

/// `words` as one line of `text`, after its mark.
void add_line(std::string& text, char mark, const std::string& words) {
  text += mark;
  text += ' ';
  std::ranges::transform(words, std::back_inserter(text), [](char c) { return c == '\n' ? ' ' : c; });
  text += '\n';
}

}  // namespace

std::vector<TextPart> window_text(const App& app) {
  std::vector<TextPart> parts{headline_part(app)};
  if (std::vector<std::string> lines = dialog_lines(app); !lines.empty()) parts.push_back({"Open dialog", std::move(lines)});
  add_question(parts, app);
  const bool shown = app.runs.shown != nullptr && !app.prediction.hides();
  if (shown) {
    add_findings(parts, "Found", app.runs.shown->run.result.findings);
    add_findings(parts, "Harmless", app.runs.shown->run.result.notes);
  }
  add_program(parts, app);
  add_lesson(parts, app);
  if (!app.prediction.hides()) add_printed(parts, app);
  if (shown) {
    add_launch(parts, app);
    add_counters(parts, app);
    add_values(parts, app);
    add_source(parts, app);
  }
  return parts;
}

std::string lines_of(const std::vector<TextPart>& parts) {
  std::string text;
  for (const TextPart& part : parts) {
    if (!part.title.empty()) add_line(text, '#', part.title);
    for (const std::string& line : part.lines) add_line(text, part.code ? '|' : '>', line);
  }
  return text;
}

std::string page_text(const App& app) {
  std::string text = lines_of(window_text(app));
  add_line(text, '!', spoken_control(app));
  add_line(text, '~', spoken_news(app));
  return text;
}

}  // namespace warplens::ui
