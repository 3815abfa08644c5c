#include "ui/view_inputs.h"

#include "ui/counterpart.h"
#include "ui/findings.h"

namespace warplens::ui {

using experiment::ViewKind;

view::Subject subject_of(const App& app) {
  view::Subject subject = subject_of(*app.shown);
  subject.version = app.version;
  subject.gl_buffer = app.output.buffer_of(*app.shown);
  return subject;
}

view::MappingInput mapping_input(const App& app) {
  view::MappingInput input;
  input.subject = subject_of(app);
  input.map = app.place >= app.steps() || !app.scrubbed ? &app.shown->map : app.scrubbed.get();
  input.tolerance = app.shown->experiment->reference.tolerance;
  input.colour = app.session.colour.value_or(view::telling_colours(input.subject, app.shown->map));
  input.camera_x = app.session.camera.x;
  input.camera_y = app.session.camera.y;
  input.zoom = app.session.camera.zoom;
  input.hover = app.target;
  const bool known = app.lit && app.lit_target == app.target && app.lit_version == app.version;
  input.lights = known ? app.lit.get() : nullptr;
  input.scale = app.look.scale;
  return input;
}

view::RaceInput race_input(const App& app) {
  view::RaceInput input;
  input.subject = subject_of(app);
  input.history = &app.shown->history;
  input.steps = app.place >= app.steps() ? ~std::uint64_t{0} : app.place;
  input.first_row = app.timeline.first_row;
  input.pan = app.timeline.pan;
  input.zoom = app.timeline.zoom;
  input.hover = app.target;
  const experiment::Experiment& experiment = *app.shown->experiment;
  const std::uint32_t own = app.shown->run.settings.entry;
  const auto add = [&](std::uint32_t entry) {
    const auto found = app.outcomes.find(entry);
    if (found != app.outcomes.end() && found->second.runs > 0)
      input.outcomes.push_back({experiment.entries[entry].label, &found->second});
  };
  add(own);
  if (const RunTables* other = counterpart(app); other != nullptr && !input.outcomes.empty()) {
    input.outcomes.front().label += app.shown->run.result.modelled ? ", SIMT machine" : ", GPU";
    input.outcomes.push_back(
        {experiment.entries[own].label + (other->run.result.modelled ? ", SIMT machine" : ", GPU"), &other->distribution});
  }
  for (std::uint32_t entry = 0; entry < experiment.entries.size(); ++entry) {
    if (entry != own) add(entry);
  }
  return input;
}

view::HistogramInput histogram_input(const App& app) {
  view::HistogramInput input;
  input.subject = subject_of(app);
  input.lost = app.shown->trace().steps.size() > 0 ? &app.shown->lost : nullptr;
  input.hover = app.target;
  // By convention of the experiment files the bins lie between the parameters `low` and `high`.
  const auto parameter = [&app](const char* name) -> std::optional<double> {
    const auto found = app.shown->run.settings.parameters.find(name);
    if (found == app.shown->run.settings.parameters.end()) return std::nullopt;
    return found->second;
  };
  input.range_minimum = parameter("low");
  input.range_maximum = parameter("high");
  if (input.range_minimum) input.quantity = "sample";
  input.scale = app.look.scale;
  return input;
}

view::BlocksInput blocks_input(const App& app) {
  view::BlocksInput input;
  input.subject = subject_of(app);
  input.timeline = &app.shown->blocks;
  if (counterpart(app) != nullptr) input.machine = app.shown->run.result.device;
  input.first_row = app.timeline.first_row;
  input.hover = app.target;
  return input;
}

std::optional<view::BlocksInput> other_blocks_input(const App& app) {
  const RunTables* const other = counterpart(app);
  if (other == nullptr || other->blocks.stays.empty()) return std::nullopt;
  view::BlocksInput input;
  input.subject = subject_of(*other);
  input.timeline = &other->blocks;
  input.machine = other->run.result.device;
  return input;
}

view::MemoryInput memory_input(const App& app) {
  view::MemoryInput input;
  input.subject = subject_of(app);
  input.traffic = app.shown->traffic;
  input.chosen = view::chosen_memory(input.subject, input.traffic, app.session.memory);
  input.steps = app.place >= app.steps() ? ~std::uint64_t{0} : app.place;
  input.first_row = app.timeline.first_request;
  input.hover = app.target;
  return input;
}

view::MatrixInput matrix_input(const App& app) {
  const bool scrubbed = app.place < app.steps() && app.scrubbed_matrices.maps != nullptr;
  const Matrices& matrices = scrubbed ? app.scrubbed_matrices : app.shown->matrices;
  view::MatrixInput input;
  input.subject = subject_of(app);
  input.maps = matrices.maps;
  input.whole = app.shown->matrices.maps;
  input.most_reads = app.shown->most_reads;
  input.shared = matrices.shared.get();
  input.arrays = app.shown->arrays;
  input.shared_columns = app.shown->run.shared_columns;
  input.steps = app.place >= app.steps() ? ~std::uint64_t{0} : app.place;
  input.hover = app.target;
  input.scale = app.look.scale;
  input.by_value = app.session.colour == view::ColourMode::value;
  return input;
}

view::SceneInput scene_input(const App& app) {
  view::SceneInput input;
  input.subject = subject_of(app);
  fill_scene(input, *app.shown);
  if (input.map != nullptr && app.place < app.steps() && app.scrubbed) input.map = app.scrubbed.get();
  input.orbit = app.session.orbit;
  input.rays = app.session.rays;
  input.hover = app.target;
  input.scale = app.look.scale;
  return input;
}

view::StreamsInput streams_input(const App& app) { return {app.shown->run.streams, app.shown->run.streams_note}; }

view::Headline headline_of(const App& app) {
  const view::Theme& theme = app.look.colours();
  if (app.stepping.shown) return steps_headline(app);
  if (auto found = finding_headline(app)) return *found;
  switch (app.session.view) {
    case ViewKind::race:
      return view::race_headline(race_input(app), theme);
    case ViewKind::histogram:
      return view::histogram_headline(histogram_input(app), theme);
    case ViewKind::blocks:
      return view::blocks_headline(blocks_input(app), theme);
    case ViewKind::memory:
      return view::memory_headline(memory_input(app), theme);
    case ViewKind::matrix:
      return view::matrix_headline(matrix_input(app), theme);
    case ViewKind::scene:
      return view::scene_headline(scene_input(app), theme);
    case ViewKind::streams:
      return view::streams_headline(streams_input(app), theme);
    case ViewKind::mapping:
      break;
  }
  return view::mapping_headline(mapping_input(app), theme);
}

}  // namespace warplens::ui
