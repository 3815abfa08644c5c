#include "desk/view_inputs.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "desk/lesson/lessons.h"
#include "desk/playback/program_calls.h"
#include "desk/pointer/findings.h"
#include "desk/run/companions.h"
#include "desk/sweep/sweeping.h"

namespace warplens::desk {
namespace {

/// A run that is drawn, with where it is.
struct DrawnRun {
  const std::shared_ptr<const RunTables>& tables;
  const Playback& playback;
  const Pointer& pointer;
  bool shown;  ///< not the one beside
};

DrawnRun drawn_run(const Desk& desk, WhichRun which) {
  if (which == WhichRun::shown) return {desk.runs.shown, desk.playback, desk.pointer, true};
  return {desk.runs.beside, desk.beside.playback, desk.beside.pointer, false};
}

view::Subject subject_of(const Desk& desk, const DrawnRun& drawn) {
  view::Subject subject = subject_of(*drawn.tables);
  subject.version = desk.runs.version + drawn.playback.version;
  if (drawn.shown) subject.gl_buffer = desk.runs.output.buffer_of(*drawn.tables);
  return subject;
}

/// Results of the shown entry first, on both machines where both are known; then those of the other entries.
std::vector<view::Outcomes> outcomes_of(const Desk& desk, view::Input::Owners& owners) {
  std::vector<view::Outcomes> all;
  const experiment::Experiment& experiment = *desk.runs.shown->experiment;
  const std::uint32_t own = desk.runs.shown->run.settings.entry;
  const auto add = [&](std::uint32_t entry) {
    const auto found = desk.runs.results.find(entry);
    if (found == desk.runs.results.end() || found->second->distribution.runs == 0) return;
    all.push_back({experiment.entries[entry].label, &found->second->distribution});
    owners.push_back(found->second);
  };
  add(own);
  if (const RunTables* other = counterpart(desk.runs); other != nullptr && !all.empty()) {
    all.front().label += desk.runs.shown->run.result.modelled ? ", SIMT machine" : ", GPU";
    all.push_back(
        {experiment.entries[own].label + (other->run.result.modelled ? ", SIMT machine" : ", GPU"), &other->distribution});
  }
  for (std::uint32_t entry = 0; entry < experiment.entries.size(); ++entry) {
    if (entry != own && launched_alike(experiment.entries[entry], experiment.entries[own])) add(entry);
  }
  return all;
}

view::RooflineEntry roofline_entry(const experiment::Experiment& experiment, std::uint32_t entry,
                                   const analysis::Roofline& roofline) {
  return {experiment.entries[entry].label, roofline};
}

/// Of a run first, then of its experiment's other entries with the same settings, which are known of the shown run alone.
std::vector<view::RooflineEntry> rooflines_of(const Desk& desk, const RunTables& run) {
  std::vector<view::RooflineEntry> all;
  const std::uint32_t own = run.run.settings.entry;
  if (!run.roofline) return all;
  all.push_back(roofline_entry(*run.experiment, own, *run.roofline));
  if (&run != desk.runs.shown.get()) return all;
  for (const auto& [entry, result] : desk.runs.results)
    if (entry != own && result->roofline) all.push_back(roofline_entry(*run.experiment, entry, *result->roofline));
  return all;
}

void add_tables(view::Material& material, const DrawnRun& drawn, const view::Needs& needs) {
  const RunTables& shown = *drawn.tables;
  // Until its cells are made, a moment is not shown where they are drawn.
  const Scrubbed* moment = drawn.playback.scrubbed.get();
  if (needs.late == view::LateTable::cells && shown.cells() != nullptr && moment != nullptr && !moment->cells) moment = nullptr;
  if (needs.values)
    for (const launch::Buffer* const buffer : launch::buffers_of(shown.run.launch))
      material.initial.emplace_back(std::span<const std::byte>(*buffer->initial));
  material.changed = shown.changed;
  material.tables = &shown;
  material.map = moment != nullptr ? moment->map.get() : &shown.map;
  material.cells = moment != nullptr && moment->cells ? &*moment->cells : shown.cells();
  if (moment != nullptr && moment->matrices.maps) material.matrices = &moment->matrices;
  material.shared_columns = shown.run.shared_columns;
  material.streams = shown.run.streams;
  material.streams_note = shown.run.streams_note;
  material.scene = scene_of(shown);
  const std::uint64_t place = drawn.playback.place;
  material.place = place >= shown.trace().steps.size() ? ~std::uint64_t{0} : place;
}

/// Whether the history that is drawn is of the element whose values after each run were kept.
bool tells_shown_element(const view::Material& material, const RunTables& run) {
  const std::uint64_t element = material.history != nullptr ? material.history->element : run.history.element;
  return element == run.experiment->shown_element;
}

/// What belongs to the shown run alone: the runs that it is compared with, and where it stands still.
void add_company(view::Material& material, const Desk& desk, const view::Needs& needs) {
  const RunTables& shown = *desk.runs.shown;
  if (needs.sibling_outcomes && tells_shown_element(material, shown)) material.outcomes = outcomes_of(desk, material.owners);
  if (needs.residencies) material.residencies = residencies_of(desk.runs);
  const RunTables* const other = counterpart(desk.runs);
  if (needs.other_machine && other != nullptr) {
    material.owners.push_back(desk.runs.counterpart);
    material.other = {subject_of(*other), other, other->run.result.device, desk.runs.shown->run.result.device};
  }
  if (needs.stepping) {
    material.moment = desk.stepping.moment;
    const auto& error = desk.stepping.launch.error;
    if (error) material.stepping_error = view::sentence(base::describe(*error));
  }
}

/// Of two runs that are drawn next to each other. Tables that are still being made do not count yet.
view::SharedScale shared_scale_of(const Desk& desk, const view::Needs& needs) {
  view::SharedScale scale;
  if (!draws_beside(desk.runs, desk.choices)) return scale;
  const std::shared_ptr<const RunTables> both[] = {desk.runs.shown, desk.runs.beside};
  for (const auto& tables : both) {
    const view::Subject subject = subject_of(*tables);
    scale.cycles = std::max(scale.cycles, tables->run.result.counters.cycles);
    if (needs.late == view::LateTable::matrices && tables->has(needs.late))
      scale.reads = std::max(scale.reads, tables->matrices(subject).max_reads);
    if (needs.late == view::LateTable::warp_steps && tables->has(needs.late)) {
      const analysis::WarpSteps& warps = tables->warp_steps(subject);
      scale.instructions = std::max<std::uint64_t>(scale.instructions, warps.longest);
      (tables == desk.runs.shown ? scale.parted : scale.parted_too) = std::span(warps.partial_warps);
    }
  }
  return scale;
}

void add_run(view::Material& material, const Desk& desk, const view::Needs& needs, WhichRun which) {
  const DrawnRun drawn = drawn_run(desk, which);
  const RunTables& shown = *drawn.tables;
  material.owners = {drawn.tables, drawn.playback.scrubbed, drawn.pointer.lit};
  material.subject = subject_of(desk, drawn);
  material.subject.shared_scale = shared_scale_of(desk, needs);
  if (draws_beside(desk.runs, desk.choices)) {
    material.owners.push_back(drawn.shown ? desk.runs.beside : desk.runs.shown);  // the shared scale has its warps
    if (desk.beside.start.is_of(desk.runs)) material.memory_start = desk.beside.start.found;
  }
  add_tables(material, drawn, needs);
  if (const std::uint64_t kept = drawn.pointer.kept.element; needs.history && kept < shown.shown_buffer().size) {
    const auto history = shown.history_of(kept);
    material.history = history.get();
    material.owners.push_back(history);
  }
  material.tolerance = shown.run.check.tolerance;
  // By convention of the experiment files the bins of a histogram lie between the parameters `low` and `high`.
  const auto parameter = [&shown](const char* name) -> std::optional<double> {
    const auto found = shown.run.settings.parameters.find(name);
    return found == shown.run.settings.parameters.end() ? std::nullopt : std::optional(found->second);
  };
  material.minimum = parameter("low");
  material.maximum = parameter("high");
  const bool lights_known = drawn.pointer.lit && drawn.pointer.has_lights(material.subject.version);
  if (needs.lights && lights_known) material.lights = drawn.pointer.lit.get();
  if (needs.rooflines) {
    material.rooflines = rooflines_of(desk, shown);
    if (draws_beside(desk.runs, desk.choices))
      material.rooflines_beside = rooflines_of(desk, drawn.shown ? *desk.runs.beside : *desk.runs.shown);
  }
  if (drawn.shown) return add_company(material, desk, needs);
  const std::uint32_t entry = shown.run.settings.entry;
  if (needs.sibling_outcomes && shown.distribution.runs > 0 && tells_shown_element(material, shown))
    material.outcomes = {{shown.experiment->entries[entry].label, &shown.distribution}};
}

/// Whether the text has this number, perhaps rounded.
bool says(const std::vector<view::Span>& spans, double number) {
  const std::string text = view::plain(spans) + " ";
  std::string digits;
  for (const char c : text) {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0 || (c == '.' && !digits.empty())) {
      digits += c;
    } else if (c != ',' && !digits.empty()) {
      const double written = std::strtod(digits.c_str(), nullptr);
      if (std::abs(written - number) < 0.05 || written == std::round(number)) return true;
      digits.clear();
    }
  }
  return false;
}

/// A lesson's question is not answered above the picture that it is about.
void keep_back(view::Headline& headline, double answer, const view::Theme& theme) {
  if (says(headline.title, answer)) headline.title = {{"The picture has the answer.", theme.text, view::Face::semibold}};
  if (says(headline.detail, answer))
    headline.detail = {{"This sentence comes with your answer.", theme.muted, view::Face::regular}};
}

/// The meaning of the colours, which two runs next to each other share.
std::optional<view::ColourMode> legend_of(const view::Row& row, const ViewOfRun& shown) {
  return row.colour == nullptr || shown.input.empty() ? std::nullopt : std::optional(row.colour(shown.input));
}

}  // namespace

view::Subject subject_of(const Desk& desk) { return subject_of(desk, drawn_run(desk, WhichRun::shown)); }

view::Material material_of(const Desk& desk, WhichRun which, std::optional<view::ColourMode> colour) {
  const view::Needs& needs = desk.choices.row().needs;
  view::Material material;
  if (needs.run) add_run(material, desk, needs, which);
  if (needs.sweep && desk.sweeping.experiment != nullptr) {
    material.plot = plot_of(*desk.sweeping.experiment, desk.sweeping.result, desk.sweeping.state());
    material.plot->clickable = true;
  }
  if (const experiment::Experiment& chosen = desk.choices.experiment(); needs.program && chosen.recording) {
    material.program = chosen.recording;
    material.program_launch = desk.choices.entry().launch;
    const std::uint64_t place = call_place(desk.choices);
    if (place < calls_of(desk.choices)) material.program_place = place;
  }
  material.navigation = navigation_of(desk.choices);
  material.colour = colour ? colour : desk.colour();
  material.memory = desk.choices.session.memory;
  material.rays = desk.choices.session.rays;
  material.hover = desk.pointer.target;
  material.scale = desk.scale;
  return material;
}

bool has_picture(const Desk& desk, WhichRun which) {
  const view::Needs& needs = desk.choices.row().needs;
  const auto& tables = drawn_run(desk, which).tables;
  return (!needs.run || (tables && tables->has(needs.late))) && (!needs.sweep || desk.sweeping.experiment != nullptr);
}

view::Input input_of(const Desk& desk) { return desk.choices.row().input(material_of(desk)); }

view::Headline headline_of(const Desk& desk, const view::Input& input, WhichRun which) {
  const view::Needs& needs = desk.choices.row().needs;
  if (needs.run && !needs.stepping && which == WhichRun::shown) {
    if (auto found = finding_headline(desk.findings, desk.pointer, desk.runs, desk.choices)) return *found;
  }
  view::Headline headline = desk.choices.row().headline(input, desk.choices.theme());
  if (which == WhichRun::shown)
    if (const auto answer = awaited_answer(desk.lessons, desk.choices.session, desk.runs))
      keep_back(headline, *answer, desk.choices.theme());
  return headline;
}

ViewsOfRuns views_of_runs(const Desk& desk) {
  const view::Row& row = desk.choices.row();
  ViewsOfRuns views;
  const auto add = [&](ViewOfRun& view, WhichRun which, std::optional<view::ColourMode> colour) {
    view.row = &row;
    const bool drawn = has_picture(desk, which);
    if (!drawn && !row.needs.sweep) return;
    view::Input input = row.input(material_of(desk, which, colour));
    view.headline = headline_of(desk, input, which);
    if (drawn) view.input = std::move(input);
  };
  add(views.shown, WhichRun::shown, {});
  if (draws_beside(desk.runs, desk.choices)) add(views.beside, WhichRun::beside, legend_of(row, views.shown));
  return views;
}

}  // namespace warplens::desk
