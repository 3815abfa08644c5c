#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "experiment/sweep/measure.h"
#include "ui/panels/panel.h"
#include "ui/sweep_plot.h"
#include "ui/widgets/choice.h"
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
  const bool changed = ImGui::InputText(id, typed.data(), typed.size());
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
void show_ready_made(App& app) {
  const experiment::Experiment& experiment = app.experiment();
  section(app.look, "Sweep", true);
  std::vector<ChoiceRow> rows;
  std::size_t chosen = experiment.sweeps.size();
  for (const Sweep& sweep : experiment.sweeps) {
    if (sweep == app.session.sweep) chosen = rows.size();
    rows.push_back({sweep.label, sweep.text});
  }
  rows.push_back({"custom", "As set below"});
  const auto picked = choice(app.look, "sweeps", rows, chosen, content_width(), "Ready-made sweeps of this experiment");
  if (picked && *picked < experiment.sweeps.size()) choose_sweep(app, experiment.sweeps[*picked].label);
  if (chosen < experiment.sweeps.size()) note(app.look, app.session.sweep.text, app.look.colours().muted);
}

void show_range(App& app) {
  const experiment::Experiment& experiment = app.experiment();
  Sweep& sweep = app.session.sweep;
  section(app.look, "Vary");
  std::vector<std::string> names = experiment::sweepable(experiment);
  if (std::find(names.begin(), names.end(), sweep.parameter) == names.end()) names.push_back(sweep.parameter);
  std::vector<ChoiceRow> rows;
  for (const std::string& name : names) rows.push_back({experiment::axis_label(experiment, name), "--parameter " + name});
  const auto now = static_cast<std::size_t>(std::find(names.begin(), names.end(), sweep.parameter) - names.begin());
  if (const auto picked = choice(app.look, "parameter", rows, now, content_width(), "The number that is varied"))
    sweep.parameter = names[*picked];
  const auto values = experiment::values_of(experiment, sweep);
  text_field(app.look, "##values", sweep.values, !values.ok(),
             "Numbers and ranges: 1,31,33 or 100..1000+100 (steps of 100) or 32..1024*2 (each twice the one before)");
  if (!values)
    note(app.look, values.error().message, app.look.colours().wrong);
  else if (values->size() > 1)
    note(app.look,
         fmt::format("{} values, {} to {}", values->size(), view::number(values->front()), view::number(values->back())),
         app.look.colours().muted);
}

void show_entries(App& app) {
  section(app.look, "Kernels");
  const std::vector<experiment::Entry>& entries = app.experiment().entries;
  for (std::uint32_t entry = 0; entry < entries.size(); ++entry)
    member(app.look, entries[entry].label, app.session.sweep.entries, entry, entries[entry].shows);
}

/// The times always stand there; of what is counted, what is chosen, and a list to choose from.
void show_measures(App& app) {
  section(app.look, "Measure");
  std::vector<std::string>& chosen = app.session.sweep.measures;
  std::vector<ChoiceRow> rows{{"Count …", ""}};
  std::vector<std::string> ids{""};
  for (const experiment::Measure& measure : experiment::measures()) {
    const bool time = experiment::is_time(measure) || measure.id == "simt";
    const bool on = std::find(chosen.begin(), chosen.end(), measure.id) != chosen.end();
    const std::string how = std::string(launch::name(measure.origin)) + (measure.unit.empty() ? "" : ", " + measure.unit);
    if (time || on) {
      member(app.look, measure.label, chosen, measure.id, how);
    } else {
      rows.push_back({measure.label, how});
      ids.push_back(measure.id);
    }
  }
  const auto picked =
      choice(app.look, "counts", rows, 0, content_width(), "Anything the SIMT machine counts, each on its own axis");
  if (picked && *picked > 0) chosen.push_back(ids[*picked]);
}

void show_axes(App& app) {
  Sweep& sweep = app.session.sweep;
  section(app.look, "Axes");
  toggle(app.look, "log x", "Logarithmic x", sweep.logarithmic_x, "Equal steps for equal factors");
  toggle(app.look, "log y", "Logarithmic y", sweep.logarithmic_y, "Equal steps for equal factors, where all values are above 0");
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
    if (const auto picked = choice(app.look, "relative", rows, now, content_width(), "Times, or how many times as fast"))
      sweep.relative_to = ids[*picked];
  }
}

void show_samples(App& app) {
  Sweep& sweep = app.session.sweep;
  section(app.look, "Samples");
  const auto slider = [&](const char* id, const char* label, const char* tooltip, double most, std::uint32_t& number) {
    double value = number;
    if (number_slider(app.look, {id, label, tooltip, 1, most, true, true, "", ""}, value))
      number = static_cast<std::uint32_t>(std::clamp(value, 1.0, 1000.0));
  };
  slider("repeats", "Clock readings", "Of each measured point: the plot shows their median, smallest and largest", 50,
         sweep.repeats);
  slider("seeds", "Seeds", "Runs on the SIMT machine of each point, each with the next seed", 100, sweep.seeds);
}

void show_run(App& app) {
  const Look& look = app.look;
  const base::Status fine = check_sweep(app);
  if (app.sweeping.error) note(look, base::describe(*app.sweeping.error), look.colours().wrong);
  if (app.sweeping.running || app.sweeping.wanted) {
    note(look, app.sweeping.state(), look.colours().muted);
    if (primary_button(look, "sweep", fmt::format("Stop   {:.0f} %", 100 * app.sweeping.share_done()),
                       "Stop the sweep (Esc); the points so far stay"))
      stop_sweep(app);
    return;
  }
  if (!fine) note(look, fine.error().message, look.colours().wrong);
  if (primary_button(look, "sweep", "Run sweep   ⏎", fine ? "Run all of its launches (Enter)" : fine.error().message, fine.ok()))
    start_sweep(app);
  if (!app.sweeping.result.points.empty() &&
      button(look, "save", "Save CSV, JSON, SVG", "Beside the session file; P saves the window as a PNG"))
    save_sweep_files(app);
}

}  // namespace

void show_sweep_controls(App& app) {
  show_controls_and_footer(app, "sweep settings",
                           {show_ready_made, show_range, show_entries, show_measures, show_axes, show_samples}, show_run);
}

}  // namespace warplens::ui
