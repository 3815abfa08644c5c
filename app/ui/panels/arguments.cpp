#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/number_format.h"
#include "desk/run/save_output.h"
#include "experiment/inputs/inputs.h"
#include "experiment/recording/recorded_program.h"
#include "ptx/find_variable.h"
#include "ptx/parse/demangle.h"
#include "ui/panels/panel.h"
#include "ui/widgets/choice.h"
#include "ui/widgets/text_field.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

/// A content to choose, by its form in --arg.
struct Content {
  const char* form;
  const char* label;
  const char* tooltip;
  bool fractions;  ///< for floating-point types only
};
constexpr Content contents[] = {
    {"zeros", "zeros", "Every element is 0", false},
    {"iota", "0, 1, 2 …", "Every element is its own index", false},
    {"digits", "digits", "Random whole numbers from 0 to 9, by the seed", false},
    {"random", "random", "Random numbers from 0 to 1, by the seed", true},
    {"image", "grey picture", "A computed test picture, an element a pixel: a ball, a chequered floor, stripes", false},
    {"rgb", "colour picture", "The test picture with three elements a pixel: red, green and blue", false},
    {"rgba", "colour picture, alpha", "The test picture with four elements a pixel: red, green, blue and alpha", false},
    {"normal", "normal", "Random numbers around 0 with standard deviation 1, by the seed", true},
};
constexpr const char* own_label = "a number, list or file";
constexpr const char* own_tooltip =
    "A number for every element; a list such as 1,2,3; or @NAME for a file next to the kernel: "
    ".npy, .csv, .png, .jpg, .obj (a 3D model), .bin";

/// What a buffer begins with: one of the usual contents, or a form that is typed.
void show_content(const Look& look, const experiment::Argument& argument, desk::Choices& choices, float width) {
  const std::string& form = input_of(choices.experiment(), choices.session.settings, argument);
  std::vector<ChoiceRow> rows;
  std::vector<std::string> forms;
  std::size_t chosen = 0;
  bool own = true;
  for (const Content& content : contents) {
    if (content.fractions && !launch::is_floating(argument.type)) continue;
    if (form == content.form) {
      chosen = rows.size();
      own = false;
    }
    rows.push_back({content.label, content.tooltip});
    forms.emplace_back(content.form);
  }
  if (own) chosen = rows.size();
  rows.push_back({own_label, own_tooltip});
  forms.emplace_back(own ? form : "1");
  if (const auto picked = choice(look, "content", rows, chosen, width, "What the buffer begins with"))
    choose_input(choices, argument.name, forms[*picked]);
}

/// A row of text above a field: a name, something quieter next to it, and something quiet at the right.
void show_head(const Look& look, TextStyle style, const std::string& name, const std::string& after, const std::string& right) {
  const view::Theme& theme = look.colours();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, row = look.px(24), space = look.px(10);
  const float quiet = middle_baseline(look, at.y, row, small_text.size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_text(list, look, style, {at.x, middle_baseline(look, at.y, row, style.size)}, theme.text, name);
  float taken = text_width(look, style, name) + space;
  draw_text(list, look, small_text, {at.x + taken, quiet}, theme.muted, after);
  if (!after.empty()) taken += text_width(look, small_text, after) + space;
  const std::string fitting = shortened(look, small_text, right, std::max(width - taken, 0.0f));
  draw_text(list, look, small_text, {at.x + width - text_width(look, small_text, fitting), quiet}, theme.muted, fitting);
  ImGui::SetCursorScreenPos({at.x, at.y + row + look.px(3)});
}

void show_buffer(const Look& look, const experiment::Argument& argument, desk::Choices& choices) {
  ImGui::PushID(argument.name.c_str());
  const float width = ImGui::GetContentRegionAvail().x, between = look.px(8), size_width = width * 0.4f;
  const auto size = size_for(choices.experiment(), choices.session.settings, argument);
  show_head(look, figure, argument.name,
            fmt::format("{} · {}", launch::name(argument.type), argument.output ? "in and out" : "in"),
            size ? base::counted(*size, "element") : "");
  const ImVec2 at = ImGui::GetCursorScreenPos();
  std::string text = size_of(choices.session.settings, argument);
  if (text_field(look, "##size", text, size_width, "Number of elements: a number, or an expression such as n * n",
                 size ? "" : size.error().message))
    choose_size(choices, argument.name, text);
  ImGui::SetCursorScreenPos({at.x + size_width + between, at.y - look.px(3)});
  show_content(look, argument, choices, width - size_width - between);
  const std::string& form = input_of(choices.experiment(), choices.session.settings, argument);
  const bool usual = std::ranges::any_of(contents, [&](const Content& content) { return form == content.form; });
  if (!usual) {
    std::string typed = form;
    if (text_field(look, "##form", typed, width, own_tooltip)) choose_input(choices, argument.name, typed);
  }
  if (!size) note(look, size.error().message, look.colours().wrong);
  gap(look, 4);
  ImGui::PopID();
}

/// Links for a buffer: draw it in the views, save what the shown run has left in it.
void show_links(const App& app, const experiment::Argument& argument, desk::Choices& choices, desk::Notice& notice) {
  const Look& look = app.look;
  const std::string& buffer = argument.name;
  constexpr struct {
    desk::OutputFile kind;
    const char *label, *tooltip;
  } files[] = {{desk::OutputFile::npy, "Save .npy", "Save what the buffer holds after the run, for NumPy"},
               {desk::OutputFile::csv, ".csv", "Save what the buffer holds after the run, as text"},
               {desk::OutputFile::png, ".png", "Save what the buffer holds after the run, as a grey image"}};
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float x = at.x;
  ImGui::PushID(buffer.c_str());
  const auto offer = [&](const char* label, const char* tooltip) {
    ImGui::SetCursorScreenPos({x, at.y - look.px(6)});
    x += text_width(look, small_text, label) + look.px(18);
    return link(look, label, label, tooltip);
  };
  if (shown_of(choices.experiment(), choices.session.settings) != buffer &&
      offer("Show", "Show this buffer in the views, instead of the one that they show now"))
    choose_shown(choices, buffer);
  for (const auto& [kind, label, tooltip] : files)
    if (argument.output && app.shows_choice() && offer(label, tooltip))
      notify_saved(notice, save_output(app.choices, *app.runs.shown, buffer, kind));
  ImGui::PopID();
}

void show_dynamic_shared(const Look& look, desk::Choices& choices) {
  const std::string& now = dynamic_shared_of(choices.experiment(), choices.session.settings);
  if (now.empty()) return;
  const auto bytes = dynamic_shared_for(choices.experiment(), choices.session.settings);
  show_head(look, body, "extern __shared__", "", bytes ? base::counted(std::uint64_t{*bytes}, "byte") : "");
  std::string text = now;
  const std::string problem = bytes ? "" : bytes.error().message;
  if (text_field(look, "##dynamic", text, ImGui::GetContentRegionAvail().x,
                 "Bytes of dynamic shared memory of a block; bx, by and bz are its extents", problem))
    choose_dynamic_shared(choices, text);
  if (!problem.empty()) note(look, problem, look.colours().wrong);
}

/// The module's `__constant__` and `__device__` variables by the names that people use, and those that are set.
std::map<std::string, std::string> variables_of(const App& app) {
  std::map<std::string, std::string> shown;
  if (app.runs.shown && app.runs.shown->experiment == &app.choices.experiment()) {
    for (const ptx::Variable& variable : app.runs.shown->run.launch.module->variables) {
      if (!is_symbol(variable) || variable.name.find('$') != std::string::npos) continue;  // with $: the compiler's own
      const std::string name = ptx::demangled_name(variable.name);
      shown[name] = fmt::format("{} · {}", variable.space == ptx::Space::constant ? "constant" : "device",
                                base::counted(variable.size, "byte"));
    }
  }
  for (const auto& [name, value] : variables_for(app.choices.experiment(), app.choices.session.settings))
    shown.try_emplace(name, "");
  return shown;
}

void show_variables(const App& app, desk::Choices& choices) {
  const Look& look = app.look;
  const auto set = variables_for(choices.experiment(), choices.session.settings);
  for (const auto& [name, about] : variables_of(app)) {
    ImGui::PushID(name.c_str());
    show_head(look, figure, name, "", about);
    const auto value = set.find(name);
    std::string text = value == set.end() ? "" : value->second;
    if (text_field(look, "##variable", text, ImGui::GetContentRegionAvail().x,
                   "What it holds before each run, such as f32=0.5 or f32[16]=iota; empty: what the source says"))
      choose_variable(choices, name, text);
    ImGui::PopID();
  }
}

/// The options that the source is compiled with. What is wrong with them is said by the run that failed: checking them here
/// would look for include folders in every frame.
void show_compile(const Look& look, desk::Choices& choices) {
  const experiment::Experiment& experiment = choices.experiment();
  if (experiment.source.extension() != ".cu") return;
  show_head(look, body, "compiler options", "", "");
  std::string text = compile_of(experiment, choices.session.settings);
  if (text_field(look, "##compile", text, ImGui::GetContentRegionAvail().x,
                 "Options that the source is compiled with: -I FOLDER (next to the source), -D NAME=VALUE, --arch sm_80 (by "
                 "default the oldest that the source needs), --std c++14, c++17 or c++20"))
    choose_compile(choices, text);
}

/// What the drawn output should be, to compare the run with.
void show_expected(const Look& look, desk::Choices& choices) {
  const experiment::Settings& settings = choices.session.settings;
  const std::string output = reference_of(choices.experiment(), settings).output;
  const std::string& compared = output.empty() ? shown_of(choices.experiment(), settings) : output;
  show_head(look, body, "expected in " + compared, "", settings.expected.empty() ? "nothing said" : "");
  const base::Status fine = check_reference(choices.experiment(), settings);
  const std::string problem = fine ? "" : fine.error().message;
  std::string text = settings.expected;
  if (text_field(
          look, "##expected", text, ImGui::GetContentRegionAvail().x,
          "What the output should be: an expression of i, the buffers before the run and the parameters, such as 2 * a + n; "
          "@FILE next to the kernel (.npy, .csv, .png); or kernel NAME, another kernel of this file",
          problem))
    choose_expected(choices, text);
  if (!problem.empty()) note(look, problem, look.colours().wrong);
}

/// What the shown launch of a recording gave its kernel.
void show_recorded_parameters(const App& app, std::uint32_t entry) {
  if (!app.shows_choice() || app.runs.shown->run.settings.entry != entry || app.runs.shown->run.parameters.empty()) return;
  section(app.look, "Arguments");
  std::size_t number = 0;
  for (const experiment::RecordedParameter& parameter : app.runs.shown->run.parameters) {
    ++number;
    const std::string leads = parameter.buffer.empty() ? "" : "Leads to " + parameter.buffer;
    fact(app.look, {parameter.name.empty() ? fmt::format("argument {}", number) : parameter.name,
                    parameter.number ? launch::to_text(*parameter.number) : parameter.type,
                    {},
                    parameter.number ? parameter.type : leads,
                    {}});
  }
}

/// The memory of a recorded launch, which is as it was: which part of it is drawn.
void show_recorded_memory(const App& app, desk::Choices& choices, desk::Notice& notice) {
  const experiment::Experiment& experiment = choices.experiment();
  if (!experiment::why_no_launch(experiment, choices.session.settings.entry).empty()) return;
  show_recorded_parameters(app, choices.session.settings.entry);
  section(app.look, "Memory");
  const std::vector<std::string>& names = choices.entry().arguments;
  if (names.empty()) return note(app.look, "There was none that it could use.", app.look.colours().muted);
  const auto argument_named = [&](const std::string& name) -> const experiment::Argument& {
    return *std::ranges::find(experiment.arguments, name, &experiment::Argument::name);
  };
  std::vector<ChoiceRow> rows;
  for (const std::string& name : names) {
    const auto size = size_for(experiment, choices.session.settings, argument_named(name));
    rows.push_back(
        {fmt::format("{} · {} × {}", name, size ? base::grouped(*size) : "?", launch::name(argument_named(name).type)), ""});
  }
  const auto drawn =
      static_cast<std::size_t>(std::ranges::find(names, shown_of(experiment, choices.session.settings)) - names.begin());
  const auto picked = choice(app.look, "drawn", rows, std::min(drawn, names.size() - 1), ImGui::GetContentRegionAvail().x,
                             "What the views draw of the memory that the launch began with");
  if (picked) return choose_shown(choices, names[*picked]);
  gap(app.look, 6);
  if (drawn < names.size()) show_links(app, argument_named(names[drawn]), choices, notice);
  show_expected(app.look, choices);
}

}  // namespace

void show_arguments(const App& app, desk::Choices& choices, desk::Notice& notice) {
  const experiment::Experiment& experiment = choices.experiment();
  if (!experiment.opened_by_user()) return;
  if (experiment.recording) return show_recorded_memory(app, choices, notice);
  section(app.look, "Arguments");
  for (const std::string& name : choices.entry().arguments) {
    const auto argument = std::ranges::find(experiment.arguments, name, &experiment::Argument::name);
    if (argument == experiment.arguments.end() || !argument->buffer) continue;
    show_buffer(app.look, *argument, choices);
    show_links(app, *argument, choices, notice);
  }
  show_dynamic_shared(app.look, choices);
  show_variables(app, choices);
  show_expected(app.look, choices);
  show_compile(app.look, choices);
}

}  // namespace warplens::ui
