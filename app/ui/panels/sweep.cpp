#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "desk/playback/program_calls.h"
#include "desk/sweep/sweeping.h"
#include "experiment/captions/caption.h"
#include "experiment/sweep/measure.h"
#include "ui/panels/panel.h"
#include "ui/widgets/choice.h"
#include "ui/widgets/focus.h"
#include "ui/widgets/number_slider.h"
#include "ui/widgets/widgets.h"
#include "view/subject.h"

namespace warplens::ui {
namespace {

using experiment::Sweep;

float content_width() { return ImGui::GetContentRegionAvail().x; }

/// A line of text to type, in a frame; true when it changed.
bool text_field(const Look& look, const char* id, std::string& text, bool wrong, std::string_view tooltip) {
  std::array<char, 256> typed{};
  std::snprintf(typed.data(), typed.size(), "%s", text.c_str());
  ImGui::PushFont(look.fonts.at(view::Face::mono, 15));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {look.px(12), (look.px(38) - ImGui::GetFontSize()) / 2});
  if (wrong) ImGui::PushStyleColor(ImGuiCol_Border, packed(look.colours().wrong));
  ImGui::SetNextItemWidth(content_width());
  begin_field(look, id);
  const bool changed = ImGui::InputText(id, typed.data(), typed.size());
  end_field(look, id);
  note_field(look, figure, typed.data());
  if (wrong) ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  tip(look, tooltip);
  if (changed) text = typed.data();
  return changed;
}

/// On or off: whether a list holds an item.
template <typename Item>
void member(const Look& look, const std::string& label, std::vector<Item>& list, const Item& item, std::string_view tooltip) {
  const auto found = std::find(list.begin(), list.end(), item);
  bool on = found != list.end();
  if (!toggle(look, label.c_str(), label, on, tooltip)) return;
  if (on)
    list.push_back(item);
  else
    list.erase(found);
}

/// The ready-made sweeps; the last row is a custom one.
void show_ready_made(const Look& look, desk::Choices& choices) {
  const experiment::Experiment& experiment = choices.experiment();
  section(look, "Sweep", true);
  std::vector<ChoiceRow> rows;
  std::size_t chosen = experiment.sweeps.size();
  for (const Sweep& sweep : experiment.sweeps) {
    if (sweep == choices.session.sweep) chosen = rows.size();
    rows.push_back({sweep.label, sweep.text});
  }
  rows.push_back({"custom", "As set below"});
  const auto picked = choice(look, "sweeps", rows, chosen, content_width(), "Ready-made sweeps of this experiment");
  if (picked && *picked < experiment.sweeps.size()) choose_sweep(choices, experiment.sweeps[*picked].label);
  if (chosen < experiment.sweeps.size()) note(look, sweep_text(experiment, choices.session.sweep), look.colours().muted);
}

void show_range(const Look& look, desk::Choices& choices) {
  const experiment::Experiment& experiment = choices.experiment();
  Sweep& sweep = choices.session.sweep;
  section(look, "Vary");
  std::vector<std::string> names = experiment::sweepable(experiment);
  if (std::find(names.begin(), names.end(), sweep.parameter) == names.end()) names.push_back(sweep.parameter);
  std::vector<ChoiceRow> rows;
  for (const std::string& name : names) rows.push_back({experiment::axis_label(experiment, name), "--parameter " + name});
  const auto now = static_cast<std::size_t>(std::find(names.begin(), names.end(), sweep.parameter) - names.begin());
  if (const auto picked = choice(look, "parameter", rows, now, content_width(), "The number that is varied"))
    experiment::sweep_over(experiment, sweep, names[*picked]);
  const auto values = experiment::values_of(experiment, sweep);
  text_field(look, "##values", sweep.values, !values.ok(),
             "Numbers and ranges: 1,31,33 or 100..1000+100 (steps of 100) or 32..1024*2 (each twice the one before)");
  if (!values)
    note(look, values.error().message, look.colours().wrong);
  else if (values->size() > 1)
    note(look, fmt::format("{} values, {} to {}", values->size(), view::number(values->front()), view::number(values->back())),
         look.colours().muted);
}

void show_entries(const Look& look, desk::Choices& choices) {
  section(look, "Kernels");
  const std::vector<experiment::Entry>& entries = choices.experiment().entries;
  constexpr std::uint32_t most = 40;
  const desk::EntryRange range = listed_entries(choices, most);
  for (std::uint32_t entry = range.begin; entry < range.end; ++entry)
    member(look, entries[entry].label, choices.session.sweep.entries, entry, experiment::shows_text(choices.experiment(), entry));
}

/// The times always stand there; of what is counted, what is chosen, and a list to choose from.
void show_measures(const Look& look, desk::Choices& choices) {
  section(look, "Measure");
  std::vector<std::string>& chosen = choices.session.sweep.measures;
  std::vector<ChoiceRow> rows{{"Count …", ""}};
  std::vector<std::string> ids{""};
  for (const experiment::Measure& measure : experiment::measures()) {
    const bool time = experiment::is_time(measure) || measure.id == "simt";
    const bool on = std::find(chosen.begin(), chosen.end(), measure.id) != chosen.end();
    const std::string how = std::string(launch::name(measure.origin)) + (measure.unit.empty() ? "" : ", " + measure.unit);
    if (time || on) {
      member(look, measure.label, chosen, measure.id, how);
    } else {
      rows.push_back({measure.label, how});
      ids.push_back(measure.id);
    }
  }
  const auto picked = choice(look, "counts", rows, 0, content_width(), "Anything the SIMT machine counts, each on its own axis");
  if (picked && *picked > 0) chosen.push_back(ids[*picked]);
}

void show_axes(const Look& look, desk::Choices& choices) {
  Sweep& sweep = choices.session.sweep;
  section(look, "Axes");
  toggle(look, "log x", "Logarithmic x", sweep.logarithmic_x, "Equal steps for equal factors");
  toggle(look, "log y", "Logarithmic y", sweep.logarithmic_y, "Equal steps for equal factors, where all values are above 0");
  std::vector<ChoiceRow> rows{{"Times as they are", ""}};
  std::vector<std::string> ids{""};
  std::size_t now = 0;
  for (const std::string& id : sweep.measures) {
    const experiment::Measure* measure = experiment::measure_named(id);
    if (measure == nullptr || !experiment::is_time(*measure)) continue;
    if (id == sweep.relative_to) now = rows.size();
    rows.push_back({"Relative to " + measure->label, "How many times as fast"});
    ids.push_back(id);
  }
  if (rows.size() > 2) {
    if (const auto picked = choice(look, "relative", rows, now, content_width(), "Times, or how many times as fast"))
      sweep.relative_to = ids[*picked];
  }
}

void show_samples(const Look& look, desk::Choices& choices) {
  Sweep& sweep = choices.session.sweep;
  section(look, "Samples");
  const auto slider = [&](const char* id, const char* label, const char* tooltip, double most, std::uint32_t& number) {
    double value = number;
    if (number_slider(look, {id, label, tooltip, 1, most, true, true, "", ""}, value))
      number = static_cast<std::uint32_t>(std::clamp(value, 1.0, 1000.0));
  };
  slider("repeats", "Clock readings", "Of each measured point: the plot shows their median, smallest and largest", 50,
         sweep.repeats);
  slider("seeds", "Seeds", "Runs on the SIMT machine of each point, each with the next seed", 100, sweep.seeds);
}

void show_run(const App& app, desk::Choices& choices, desk::Notice& notice, desk::Sweeping& sweeping) {
  const Look& look = app.look;
  const base::Status fine = check_sweep(sweeping, choices);
  if (sweeping.error) note(look, base::describe(*sweeping.error), look.colours().wrong);
  if (sweeping.running || sweeping.wanted) {
    note(look, sweeping.state(), look.colours().muted);
    if (primary_button(look, "sweep", fmt::format("Stop   {:.0f} %", 100 * sweeping.share_done()),
                       "Stop the sweep (Esc); the points so far stay"))
      choices.sweep_order = desk::SweepOrder::stop;
    return;
  }
  if (!fine) note(look, fine.error().message, look.colours().wrong);
  if (primary_button(look, "sweep", "Run sweep   ⏎", fine ? "Run all of its launches (Enter)" : fine.error().message, fine.ok()))
    choices.sweep_order = desk::SweepOrder::start;
  if (!sweeping.result.points.empty() &&
      button(look, "save", "Save CSV, JSON, SVG", "To the folder of the session file; P saves the window, or only the plot"))
    notify_saved(notice, save_sweep_files(sweeping, choices), ".csv, .json and .svg");
}

}  // namespace

void show_sweep_controls(const App& app, const ControlParts& parts) {
  const auto section = [&](void (*show)(const Look&, desk::Choices&)) { return [&, show] { show(app.look, parts.choices); }; };
  show_controls_and_footer(app, parts.state, "sweep settings",
                           {section(show_ready_made), section(show_range), section(show_entries), section(show_measures),
                            section(show_axes), section(show_samples)},
                           [&] { show_run(app, parts.choices, parts.notice, parts.sweeping); });
}

}  // namespace warplens::ui
