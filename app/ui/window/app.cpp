#include "ui/window/app.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

#include "base/file.h"
#include "experiment/inputs/inputs.h"
#include "export/png.h"
#include "ui/orders.h"
#include "ui/transport.h"

namespace warplens::ui {
namespace {

int dimensions(const base::Dim3& extent) { return extent.z > 1 ? 3 : extent.y > 1 ? 2 : 1; }

void take_geometry_apart(App& app) {
  app.dimensions = std::max(dimensions(app.session.settings.grid), dimensions(app.session.settings.block));
}

void read_source(App& app) {
  const std::filesystem::path& path = app.experiment().source;
  const auto text = base::read_text(path);
  app.source = cuda_source(path.filename().string(), text ? *text : "// " + base::describe(text.error()));
}

/// Take a session of the past over; what is run already is not run again.
void restore(App& app, std::optional<Session> session) {
  if (!session) return;
  const Session& now = app.session;
  const bool same_run = session->experiment == now.experiment && session->settings == now.settings &&
                        session->device == now.device && session->spec == now.spec && session->sweep == now.sweep;
  if (same_run) {
    const std::string view = std::exchange(session->view, now.view);
    app.session = std::move(*session);
    choose_view(app, view);
  } else {
    open_session(app, *session);
  }
  app.undo.restored(app.session);
}

}  // namespace

App::App(experiment::Catalogue all, launch::DeviceList& machines, std::function<void()> wake)
    : catalogue(std::move(all)),
      devices(machines),
      worker(wake),
      scrub_worker(scrubbed_map, wake),
      prepare_worker(prepared, wake),
      light_worker(lights, wake),
      search(wake),
      stepping(wake),
      sweeping(wake) {}

const experiment::Experiment& App::experiment() const {
  const experiment::Experiment* found = experiment::find(catalogue, session.experiment);
  return found != nullptr ? *found : catalogue.experiments.front();
}

const experiment::Entry& App::entry() const {
  const std::vector<experiment::Entry>& entries = experiment().entries;
  return entries[std::min<std::size_t>(session.settings.entry, entries.size() - 1)];
}

launch::Device& App::device() const { return device_of(session); }

launch::Device& App::device_of(const Session& state) const {
  const auto found = launch::resolve(devices, state.device, state.spec);
  return found ? **found : *devices.devices.front();
}

bool App::shows_choice() const {
  return shown && shown->experiment == &experiment() && shown->run.settings.entry == session.settings.entry;
}

void open_opening_scene(App& app) {
  const bool there = experiment::find(app.catalogue, app.session.experiment) != nullptr;
  app.session.settings.check = true;
  find_schedule_files(app);
  choose_experiment(app, there ? app.session.experiment : app.catalogue.experiments.front().id);
}

void choose_experiment(App& app, const std::string& id) {
  const experiment::Experiment* chosen = experiment::find(app.catalogue, id);
  if (chosen == nullptr) return;
  const experiment::Experiment* before = experiment::find(app.catalogue, app.session.experiment);
  const auto settings = experiment::default_settings(*chosen);
  if (!settings) return say_notice(app, base::describe(settings.error()), true);
  app.session.experiment = id;
  app.session.sweep = first_sweep(*chosen);
  const std::string opening = chosen->entries[settings->entry].view.value_or(chosen->view);
  if (before != nullptr && before->plot_first != chosen->plot_first)
    app.session.view = chosen->plot_first ? "sweep" : opening;
  else if (!app.row().stays)
    app.session.view = opening;
  if (app.row().needs.sweep) start_sweep(app);
  const bool check = app.session.settings.check;
  app.session.settings = *settings;
  app.session.settings.check = check;
  app.session.line_measure = chosen->line_measure;
  app.session.camera = {};
  app.timeline = {};
  app.grid_follows = true;
  app.run_wanted = true;
  take_geometry_apart(app);
  read_source(app);
}

void choose_entry(App& app, std::uint32_t entry) {
  const experiment::Experiment& experiment = app.experiment();
  const experiment::Entry& before = app.entry();
  auto settings = experiment::default_settings(experiment, entry);
  if (!settings) return say_notice(app, base::describe(settings.error()), true);
  const experiment::Entry& after = experiment.entries[entry];
  experiment::Settings& own = app.session.settings;
  // What the user has turned stays, except what the new entry (or the one before) sets on purpose.
  for (auto& [name, value] : settings->parameters) {
    const auto turned = own.parameters.find(name);
    if (turned != own.parameters.end() && !after.parameters.contains(name) && !before.parameters.contains(name))
      value = turned->second;
  }
  experiment::Settings kept = *settings;
  kept.grid = own.grid;
  kept.block = own.block;
  if (before.grid == after.grid && before.block == after.block && experiment::check_needs(experiment, kept)) {
    *settings = kept;
  } else {
    app.grid_follows = true;
    if (const auto grid = experiment::grid_for(experiment, *settings)) settings->grid = *grid;
  }
  settings->seed = own.seed;
  settings->repeats = own.repeats;
  // A recorded order is that of the launch it was recorded of.
  const bool own_order = !after.schedule && (!before.schedule || own.schedule != *before.schedule);
  if (own_order && own.schedule != launch::Schedule::recorded) settings->schedule = own.schedule;
  settings->check = own.check;
  settings->mesh = own.mesh;
  settings->model = own.model;
  own = *settings;
  if (const auto grid = experiment::grid_for(experiment, own); grid && app.grid_follows) own.grid = *grid;
  if (after.view && !app.row().stays) app.session.view = *after.view;
  app.run_wanted = true;
  take_geometry_apart(app);
}

void choose_parameter(App& app, const std::string& name, double value) {
  experiment::Settings& own = app.session.settings;
  experiment::Settings followed = own;
  if (experiment::set_parameter(app.experiment(), followed, name, value)) own.block = followed.block;
  own.parameters[name] = value;
  app.dimensions = std::max(app.dimensions, dimensions(own.block));
  settings_changed(app);
}

void settings_changed(App& app) {
  if (app.grid_follows) {
    if (const auto grid = experiment::grid_for(app.experiment(), app.session.settings)) {
      app.session.settings.grid = *grid;
      app.dimensions = std::max(app.dimensions, dimensions(*grid));
    }
  }
  if (app.run_on_change) app.run_wanted = true;
}

void choose_device(App& app, const launch::DeviceChoice& choice) {
  if (app.session.device == choice) return;
  app.session.device = choice;
  app.run_wanted = true;
}

void open_session(App& app, const Session& session) {
  const experiment::Experiment* experiment = experiment::find(app.catalogue, session.experiment);
  if (experiment == nullptr) return say_notice(app, "There is no experiment named “" + session.experiment + "” here", true);
  if (session.settings.entry >= experiment->entries.size()) {
    return say_notice(app, "“" + experiment->title + "” has no entry " + std::to_string(session.settings.entry), true);
  }
  const auto settings = experiment::complete_settings(*experiment, session.settings);
  if (!settings) return say_notice(app, base::describe(settings.error()), true);
  app.session = session;
  app.session.settings = *settings;
  app.recorded_name = "of the session";
  const auto grid = experiment::grid_for(*experiment, app.session.settings);
  app.grid_follows = grid && *grid == app.session.settings.grid;
  app.timeline = {};
  app.run_wanted = true;
  if (app.session.sweep.parameter.empty()) app.session.sweep = first_sweep(*experiment);
  complete_sweep(*experiment, app.session.sweep);
  if (app.row().needs.sweep) start_sweep(app);
  take_geometry_apart(app);
  read_source(app);
}

void open_file(App& app, const std::filesystem::path& path) {
  if (path.extension() == ".schedule") return open_schedule_file(app, path);
  if (path.extension() == ".obj") return choose_model(app, path.string());
  open_session_file(app, path);
}

void open_session_file(App& app, const std::filesystem::path& path) {
  const auto session = load_session(path);
  if (!session) return say_notice(app, base::describe(session.error()), true);
  app.session_file = path;
  find_schedule_files(app);
  // The step of a lesson that the file has open begins anew.
  Lessons lessons;
  lessons.all = app.lessons.all;
  lessons.progress = std::move(app.lessons.progress);
  lessons.file = app.lessons.file;
  lessons.before = app.shown;
  app.lessons = std::move(lessons);
  open_session(app, *session);
}

void save_session_file(App& app) {
  if (app.session_file.empty()) app.session_file = app.session.experiment + ".warplens";
  const auto saved = save(app.session, app.session_file);
  say_notice(app, saved ? "Saved to " + std::filesystem::absolute(app.session_file).string() : base::describe(saved.error()),
             !saved);
}

void save_picture_file(App& app, const view::Raster& pixels) {
  app.picture_wanted = false;
  const std::string shown = app.row().needs.sweep ? app.session.sweep.label : app.session.view;
  const std::string name = app.session.experiment + "-" + shown + ".png";
  const std::filesystem::path path = app.session_file.parent_path() / name;
  const auto written = export_::write_png(path, pixels);
  say_notice(app, written ? "Saved to " + std::filesystem::absolute(path).string() : base::describe(written.error()), !written);
}

void say_notice(App& app, std::string text, bool wrong) {
  app.notice = {std::move(text), wrong, (ImGui::GetCurrentContext() != nullptr ? ImGui::GetTime() : 0) + 6};
}

void go_to_place(App& app, std::uint64_t place) {
  app.place = std::min(place, app.steps());
  app.session.scrub = scrub_of(app.place, app.steps());
  app.playing = false;
}

void undo_change(App& app) { restore(app, app.undo.undo(app.session)); }

void redo_change(App& app) { restore(app, app.undo.redo(app.session)); }

void choose_view(App& app, std::string_view name) {
  if (app.session.view == name) return;
  app.stepping.opened_from = std::exchange(app.session.view, std::string(name));
  app.playing = false;
  const bool there = app.sweeping.experiment == &app.experiment() && app.sweeping.result.sweep == app.session.sweep;
  if (app.row().needs.sweep && !there) start_sweep(app);
}

view::Navigation navigation_of(const App& app) { return {app.session.camera, app.session.orbit, app.timeline}; }

void navigate(App& app, const view::Navigation& navigation) {
  app.session.camera = navigation.camera;
  app.session.orbit = navigation.orbit;
  app.timeline = navigation.timeline;
}

void turn_camera(App& app, float azimuth, float elevation, float nearer) {
  app.session.orbit = view::turned(app.session.orbit, azimuth, elevation, nearer);
}

void choose_model(App& app, const std::string& name) {
  if (!app.experiment().scene) {
    const auto& all = app.catalogue.experiments;
    const auto found = std::ranges::find_if(all, [](const experiment::Experiment& each) { return each.scene.has_value(); });
    if (found == all.end()) return say_notice(app, "No experiment here has a model", true);
    choose_experiment(app, found->id);
  }
  const base::Status chosen = experiment::choose_mesh(app.experiment(), app.session.settings, name);
  if (!chosen) return say_notice(app, base::describe(chosen.error()), true);
  app.run_wanted = true;
}

void press_play(App& app) {
  if (app.row().needs.stepping) {
    if (!app.playing && app.stepping.step() >= app.stepping.length()) go_to_step(app, 0);
    app.playing = !app.playing && app.stepping.length() > 0;
    app.played_to = static_cast<double>(app.stepping.step());
    return;
  }
  const bool start = !app.playing && app.steps() > 0;
  if (start && app.place >= app.steps()) go_to_place(app, 0);
  app.playing = start;
  app.played_to = static_cast<double>(app.place);
}

RunRequest chosen_run(App& app) {
  RunRequest request{&app.experiment(), app.session.settings, &app.device()};
  request.needs = app.row().needs;
  const auto bytes = experiment::shown_bytes(*request.experiment, request.settings);
  // Without OpenGL, in a figure, there is no buffer to lend.
  if (bytes && app.cells) request.output = app.output.lend(*request.device, *bytes);
  return request;
}

std::vector<launch::GeometryProblem> geometry_problems(const App& app) {
  const experiment::Settings& settings = app.session.settings;
  auto problems = launch::check_geometry(settings.grid, settings.block, 0, app.device().properties().limits);
  if (!problems.empty()) return problems;
  if (const base::Status met = experiment::check_needs(app.experiment(), settings); !met)
    problems.push_back({launch::GeometryProblem::Field::threads_per_block, met.error().message});
  return problems;
}

}  // namespace warplens::ui
