#include "ui/view_inputs.h"

#include "ui/counterpart.h"
#include "ui/findings.h"
#include "ui/sweep_plot.h"

namespace warplens::ui {
namespace {

/// A table of the run, which lives as long as it.
template <typename Table>
const Table* of(bool needed, const Table& table) {
  return needed ? &table : nullptr;
}

/// Results of the shown entry first, on both machines where both are known; then those of the other entries.
std::vector<view::Outcomes> outcomes_of(const App& app, view::Input::Owners& owners) {
  std::vector<view::Outcomes> all;
  const experiment::Experiment& experiment = *app.shown->experiment;
  const std::uint32_t own = app.shown->run.settings.entry;
  const auto add = [&](std::uint32_t entry) {
    const auto found = app.outcomes.find(entry);
    if (found == app.outcomes.end() || found->second->runs == 0) return;
    all.push_back({experiment.entries[entry].label, found->second.get()});
    owners.push_back(found->second);
  };
  add(own);
  if (const RunTables* other = counterpart(app); other != nullptr && !all.empty()) {
    all.front().label += app.shown->run.result.modelled ? ", SIMT machine" : ", GPU";
    all.push_back(
        {experiment.entries[own].label + (other->run.result.modelled ? ", SIMT machine" : ", GPU"), &other->distribution});
  }
  for (std::uint32_t entry = 0; entry < experiment.entries.size(); ++entry) {
    if (entry != own) add(entry);
  }
  return all;
}

void add_tables(view::Material& material, const App& app, const view::Needs& needs) {
  const RunTables& shown = *app.shown;
  const bool whole = app.place >= app.steps();
  material.whole_map = of(needs.map, shown.map);
  material.map = needs.map && !whole && app.scrubbed ? app.scrubbed.get() : material.whole_map;
  material.history = of(needs.history, shown.history);
  material.lost = of(needs.lost && shown.trace().steps.size() > 0, shown.lost);
  material.blocks = of(needs.blocks, shown.blocks);
  if (needs.traffic) material.traffic = shown.traffic();
  if (needs.matrices) {
    const Matrices& matrices = !whole && app.scrubbed_matrices.maps ? app.scrubbed_matrices : shown.matrices();
    material.matrices = matrices.maps;
    material.whole_matrices = shown.matrices().maps;
    material.shared = matrices.shared;
    material.arrays = shown.arrays;
    material.shared_columns = shown.run.shared_columns;
    material.most_reads = shown.matrices().most_reads;
  }
  material.streams = shown.run.streams;
  material.streams_note = shown.run.streams_note;
  material.scene = scene_of(shown);
  material.place = whole ? ~std::uint64_t{0} : app.place;
}

void add_run(view::Material& material, const App& app, const view::Needs& needs) {
  const RunTables& shown = *app.shown;
  material.owners = {app.shown, app.scrubbed, app.lit};
  material.subject = subject_of(app);
  add_tables(material, app, needs);
  material.tolerance = shown.experiment->reference.tolerance;
  // By convention of the experiment files the bins of a histogram lie between the parameters `low` and `high`.
  const auto parameter = [&shown](const char* name) -> std::optional<double> {
    const auto found = shown.run.settings.parameters.find(name);
    return found == shown.run.settings.parameters.end() ? std::nullopt : std::optional(found->second);
  };
  material.minimum = parameter("low");
  material.maximum = parameter("high");
  if (needs.sibling_outcomes) material.outcomes = outcomes_of(app, material.owners);
  const RunTables* const other = counterpart(app);
  if (needs.other_machine && other != nullptr) {
    material.owners.push_back(app.counterpart);
    material.other = {subject_of(*other), of(needs.blocks, other->blocks), other->run.result.device, shown.run.result.device};
  }
  const bool lights_known = app.lit && app.lit_target == app.target && app.lit_version == app.version;
  if (needs.lights && lights_known) material.lights = app.lit.get();
  if (needs.stepping) {
    material.moment = app.stepping.moment;
    const auto& error = app.stepping.launch.error;
    if (error) material.stepping_error = view::sentence(base::describe(*error));
  }
}

}  // namespace

view::Subject subject_of(const App& app) {
  view::Subject subject = subject_of(*app.shown);
  subject.version = app.version;
  subject.gl_buffer = app.output.buffer_of(*app.shown);
  return subject;
}

view::Material material_of(const App& app, const view::Needs& needs) {
  view::Material material;
  if (needs.run) add_run(material, app, needs);
  if (needs.sweep && app.sweeping.experiment != nullptr) {
    material.plot = plot_of(*app.sweeping.experiment, app.sweeping.result, app.sweeping.state());
    material.plot->clickable = true;
  }
  material.navigation = navigation_of(app);
  material.colour = app.session.colour;
  material.memory = app.session.memory;
  material.rays = app.session.rays;
  material.hover = app.target;
  material.scale = app.look.scale;
  return material;
}

bool has_picture(const App& app) {
  const view::Needs& needs = app.row().needs;
  return (!needs.run || (app.shown && app.shown->has(needs))) && (!needs.sweep || app.sweeping.experiment != nullptr);
}

view::Input input_of(const App& app) { return app.row().input(material_of(app, app.row().needs)); }

view::Headline headline_of(const App& app) {
  const view::Needs& needs = app.row().needs;
  if (needs.run && !needs.stepping) {
    if (auto found = finding_headline(app)) return *found;
  }
  return app.row().headline(input_of(app), app.look.colours());
}

}  // namespace warplens::ui
