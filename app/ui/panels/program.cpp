#include <fmt/format.h>

#include <algorithm>

#include "base/number_format.h"
#include "desk/playback/program_calls.h"
#include "experiment/kernel_file/describe.h"
#include "ui/panels/panel.h"
#include "ui/widgets/focus.h"
#include "ui/widgets/text_field.h"
#include "ui/widgets/widgets.h"
#include "view/program/program_text.h"

// A whole program: what it is run with, how it ended, and everything that was found in it.

namespace warplens::ui {
namespace {

using view::Face;

/// The field for the arguments of main(). Enter runs the program with them; until then it says what the picture was run with.
void show_words(const App& app, const desk::OpenProgram& program, desk::Programs& programs) {
  const Look& look = app.look;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  std::string text = program.arguments;
  bool left = false;
  if (text_field(look, "##words", text, ImGui::GetContentRegionAvail().x,
                 "The arguments of main(), as in a terminal: 1000 \"two words\"; Enter runs the program with them", {}, &left))
    programs.set_arguments(program, text);
  if (text.empty()) draw_placeholder(look, at, "arguments of main()");
  if (left && ended_by_enter()) programs.run(program, app.program_spec());
  if (program.recorded == 0 || programs.runs(program) || desk::words_in(program.arguments) == program.recorded_with) return;
  const std::string before = program.recorded_with.empty() ? "none" : fmt::format("{}", fmt::join(program.recorded_with, " "));
  note(look, "For the next run. The run that is shown had " + before + ".", look.colours().text);
}

/// A kernel whose file is an open program's source.
void show_way_back(const App& app, const ControlParts& parts) {
  const desk::OpenProgram* const program = parts.programs.find(app.choices.experiment().source);
  if (program != nullptr && link(app.look, "whole program", "Show the whole program", "With its own launches and memory"))
    notify(parts.notice, choose_experiment(parts.choices, program->recording.string()));
}

/// A finding, or a note, as a card to click. `index` tells it from others; `tone`: the colour of its kind.
void show_program_card(const App& app, const ProgramFindingParts& parts, const launch::RecordedFinding& finding,
                       std::size_t index, view::Colour tone) {
  constexpr TextStyle kind_style{Face::semibold, 16};
  constexpr float line_height = 23;  // points
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const launch::ProgramRecording& recording = *app.choices.experiment().recording;
  const bool shown = finding.call < recording.calls.size() &&
                     recording.calls[finding.call].launch == app.choices.entry().launch &&
                     recording.calls[finding.call].kind == launch::RecordedCall::Kind::launch;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, side = look.px(16), top = look.px(11), head = look.px(26);
  const auto lines = wrapped(look, 16, {{view::sentence(finding.message), theme.text, Face::regular}}, width - 2 * side);
  const float height = 2 * top + head + look.px(line_height) * static_cast<float>(lines.size());
  ImGui::PushID(static_cast<int>(index));
  const bool pressed = press_area(look, "finding of program", {width, height});
  tip(look,
      shown ? "In the launch that the other views show" : "Click to go to this call, and to show its launch in the other views");
  ImGui::PopID();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + width, at.y + height}, packed(theme.control), look.px(10));
  list.AddRect(at, {at.x + width, at.y + height}, packed(shown ? faded(tone, 0.7f) : theme.line), look.px(10), 0, look.px(1));
  const std::string place = view::finding_place(recording, finding), kind = view::kind_name(finding);
  const float room = width - 2 * side, kind_width = text_width(look, kind_style, kind);
  const float baseline = middle_baseline(look, at.y + top, head, kind_style.size);
  draw_text(list, look, kind_style, {at.x + side, baseline}, tone, shortened(look, kind_style, kind, room));
  const std::string fitting = shortened(look, small_text, place, std::max(room - kind_width - look.px(12), 0.0f));
  draw_text(list, look, small_text, {at.x + side + room - text_width(look, small_text, fitting), baseline}, theme.muted, fitting);
  draw_lines(list, look, 16, line_height, lines, {at.x + side, at.y + top + head});
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({width, height});
  if (pressed && finding.call < recording.calls.size())
    notify(parts.notice, choose_call(parts.playback, parts.choices, finding.call));
}

/// A recording of somebody else's program, which can be run again here.
void show_stranger(const App& app, const ControlParts& parts) {
  const std::shared_ptr<const launch::ProgramRecording> recording = app.choices.experiment().recording;
  if (!recording || !app.has_recorded_main) return;
  if (!link(app.look, "run recorded", "Run it here, in a sandbox",
            "Build it from the texts in the recording, and run it where it sees no files but these, without a network"))
    return;
  const auto opened = parts.programs.open_recorded(*recording, app.program_spec());
  notify(parts.notice, opened.ok() ? open_experiment_file(parts.choices, *opened) : base::Status(opened.error()));
}

}  // namespace

void show_program(const App& app, const ControlParts& parts) {
  const desk::OpenProgram* const program = app.program();
  if (program == nullptr) {
    show_way_back(app, parts);
    show_stranger(app, parts);
    return;
  }
  const Look& look = app.look;
  section(look, "Program · " + view::as_written(program->source.filename().string()), true);
  if (!program->sandbox.empty())
    note(look, "Somebody else's: it runs in a sandbox, in files that are gone when the window is closed.", look.colours().muted);
  show_words(app, *program, parts.programs);
  if (parts.programs.runs(*program)) {
    if (button(look, "stop program", fmt::format("Stop the program · {:.0f} s", parts.programs.seconds()),
               "End the compiler or the program; what it did until then is shown"))
      parts.programs.stop();
  } else if (button(look, "run program", "Run the program", "Build it and run it again, from its first line")) {
    parts.programs.run(*program, app.program_spec());
  }
  if (program->failure)
    say(look, {{view::sentence(reason_of(*program)), look.colours().text, Face::regular}}, look.colours().wrong, 15, 22);
  if (link(look, "kernels alone", "Its kernels alone",
           "Open the kernels of this file: choose sizes, contents, grid and block yourself"))
    notify(parts.notice, open_experiment_file(parts.choices, program->source));
}

void show_program_findings(const App& app, const ProgramFindingParts& parts) {
  constexpr std::size_t most = 100;
  const auto& recording = app.choices.experiment().recording;
  if (!recording) return;
  const view::Theme& theme = app.look.colours();
  const auto show_list = [&](const char* title, const std::vector<launch::RecordedFinding>& list, view::Colour tone) {
    if (list.empty()) return;
    section(app.look, title + (" · " + base::grouped(std::uint64_t{list.size()})));
    ImGui::PushID(title);
    for (std::size_t index = 0; index < std::min(list.size(), most); ++index)
      show_program_card(app, parts, list[index], index, tone);
    ImGui::PopID();
    if (list.size() > most)
      note(app.look, fmt::format("and {} more", base::grouped(std::uint64_t{list.size() - most})), theme.muted);
  };
  show_list("Found in the program", recording->findings, theme.wrong);
  show_list("Noted in the program", recording->notes, theme.soft);
}

}  // namespace warplens::ui
