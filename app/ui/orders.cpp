#include "ui/orders.h"

#include <fmt/format.h>

#include <algorithm>

#include "ui/window/app.h"

namespace warplens::ui {
namespace {

constexpr std::string_view ending = ".schedule";
constexpr std::size_t most_files = 24;  // more than a list can show

std::filesystem::path folder_of(const App& app) {
  return app.session_file.has_parent_path() ? app.session_file.parent_path() : std::filesystem::path(".");
}

}  // namespace

void follow_order(App& app, std::shared_ptr<const launch::ScheduleRecord> record, std::string name) {
  app.session.settings.schedule = launch::Schedule::recorded;
  app.session.settings.recorded = std::move(record);
  app.recorded_name = std::move(name);
  app.run_wanted = true;
}

std::vector<OrderRow> order_rows(const App& app, std::size_t& chosen) {
  using launch::Schedule;
  std::vector<OrderRow> rows{
      {"timed", "Warps take turns as latencies allow: the way of hardware", Schedule::timed, {}},
      {"round-robin", "Warps take turns one after another", Schedule::round_robin, {}},
      {"random", "A warp picked by the seed goes next", Schedule::random, {}},
  };
  const experiment::Settings& settings = app.session.settings;
  chosen = std::min<std::size_t>(static_cast<std::size_t>(settings.schedule), rows.size());
  if (settings.recorded) {
    rows.push_back({"recorded: " + app.recorded_name,
                    "Every warp takes its turns in the very order that was recorded",
                    Schedule::recorded,
                    {}});
  }
  for (const std::filesystem::path& file : app.schedule_files) {
    const std::string name = file.filename().string();
    if (name != app.recorded_name) rows.push_back({name, "Follow the order recorded in this file", Schedule::recorded, file});
  }
  return rows;
}

void choose_order(App& app, const OrderRow& row) {
  if (!row.file.empty()) return open_schedule_file(app, row.file);
  app.session.settings.schedule = row.schedule;
  settings_changed(app);
}

void find_schedule_files(App& app) {
  app.schedule_files.clear();
  std::error_code failed;
  for (std::filesystem::directory_iterator file(folder_of(app), failed), end; !failed && file != end; file.increment(failed)) {
    if (file->path().extension() == ending && app.schedule_files.size() < most_files) app.schedule_files.push_back(file->path());
  }
  std::sort(app.schedule_files.begin(), app.schedule_files.end());
}

void open_schedule_file(App& app, const std::filesystem::path& path) {
  auto record = launch::load_schedule_record(path);
  if (!record) return say_notice(app, base::describe(record.error()), true);
  follow_order(app, std::make_shared<const launch::ScheduleRecord>(std::move(*record)), path.filename().string());
}

void save_schedule_file(App& app) {
  if (!app.shown || !app.shown->run.result.schedule) return;
  const experiment::Run& run = app.shown->run;
  const std::string name =
      fmt::format("{}-{}-{}-{}{}", app.shown->experiment->id, app.shown->experiment->entries[run.settings.entry].label,
                  launch::name(run.settings.schedule), run.settings.seed, ending);
  const std::filesystem::path path = app.session_file.parent_path() / name;
  const auto saved = launch::save(*run.result.schedule, path);
  say_notice(app, saved ? "Saved to " + std::filesystem::absolute(path).string() : base::describe(saved.error()), !saved);
  find_schedule_files(app);
}

std::vector<SearchChoice> search_choices(const App& app) {
  std::vector<SearchChoice> choices;
  if (!app.shows_choice()) return choices;
  const experiment::Experiment& experiment = app.experiment();
  std::size_t output = 0;
  for (const launch::Argument& argument : app.shown->run.launch.arguments) {
    const auto* buffer = std::get_if<launch::Buffer>(&argument);
    if (buffer == nullptr) continue;
    const auto described = std::find_if(experiment.arguments.begin(), experiment.arguments.end(),
                                        [&](const experiment::Argument& each) { return each.name == buffer->name; });
    if (described != experiment.arguments.end() && described->output && buffer->size > 0)
      choices.push_back({described->name, output, buffer->size});
    ++output;
  }
  return choices;
}

void start_search(App& app) {
  const std::vector<SearchChoice> choices = search_choices(app);
  if (choices.empty() || app.search.running()) return;
  const SearchChoice& choice = choices[std::min(app.search_form.choice, choices.size() - 1)];
  app.search_form.element = std::min(app.search_form.element, choice.elements - 1);
  app.found.reset();
  app.search.start({&app.experiment(),
                    app.session.settings,
                    &app.device(),
                    {choice.output, app.search_form.element},
                    app.search_form.schedules,
                    nullptr});
}

void take_search(App& app) {
  auto report = app.search.take();
  if (!report) return;
  if (report->error) say_notice(app, base::describe(*report->error), true);
  app.found = std::move(report);
}

void open_found_schedule(App& app, const std::shared_ptr<const launch::ScheduleRecord>& schedule, const std::string& name) {
  if (!app.found) return;
  Session session = app.session;
  session.experiment = app.found->request.experiment->id;
  session.settings = app.found->request.settings;
  session.settings.check = app.session.settings.check;
  open_session(app, session);
  follow_order(app, schedule, name);
}

}  // namespace warplens::ui
