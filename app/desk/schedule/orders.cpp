#include "desk/schedule/orders.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::desk {
namespace {

constexpr std::string_view ending = ".schedule";
constexpr std::size_t max_files = 24;  // more than a list can show

std::filesystem::path folder_of(const Choices& choices) {
  return choices.session_file.has_parent_path() ? choices.session_file.parent_path() : std::filesystem::path(".");
}

}  // namespace

std::vector<OrderRow> order_rows(const Choices& choices, std::size_t& chosen) {
  using launch::Schedule;
  std::vector<OrderRow> rows{
      {"timed", "Warps take turns as latencies allow: the way of hardware", Schedule::timed, {}},
      {"round-robin", "Warps take turns one after another", Schedule::round_robin, {}},
      {"random", "A warp picked by the seed goes next", Schedule::random, {}},
  };
  const experiment::Settings& settings = choices.session.settings;
  chosen = std::min<std::size_t>(static_cast<std::size_t>(settings.schedule), rows.size());
  if (settings.recorded) {
    rows.push_back({"recorded: " + choices.recorded_name,
                    "Every warp takes its turns in the very order that was recorded",
                    Schedule::recorded,
                    {}});
  }
  for (const std::filesystem::path& file : choices.schedule_files) {
    const std::string name = file.filename().string();
    if (name != choices.recorded_name) rows.push_back({name, "Follow the order recorded in this file", Schedule::recorded, file});
  }
  return rows;
}

base::Status choose_order(Choices& choices, const OrderRow& row) {
  if (!row.file.empty()) return open_schedule_file(choices, row.file);
  choices.session.settings.schedule = row.schedule;
  settings_changed(choices);
  return base::Nothing{};
}

void find_schedule_files(Choices& choices) {
  choices.schedule_files.clear();
  std::error_code failed;
  for (std::filesystem::directory_iterator file(folder_of(choices), failed), end; !failed && file != end;
       file.increment(failed)) {
    if (file->path().extension() == ending && choices.schedule_files.size() < max_files)
      choices.schedule_files.push_back(file->path());
  }
  std::sort(choices.schedule_files.begin(), choices.schedule_files.end());
}

base::Status open_schedule_file(Choices& choices, const std::filesystem::path& path) {
  auto record = launch::load_schedule_record(path);
  if (!record) return record.error();
  follow_order(choices, std::make_shared<const launch::ScheduleRecord>(std::move(*record)), path.filename().string());
  return base::Nothing{};
}

base::Result<std::filesystem::path> save_schedule_file(Choices& choices, const Runs& runs) {
  if (!runs.shown || !runs.shown->run.result.schedule) return base::error("No run with a recorded order is shown");
  const experiment::Run& run = runs.shown->run;
  const std::string name =
      fmt::format("{}-{}-{}-{}{}", runs.shown->experiment->id, runs.shown->experiment->entries[run.settings.entry].label,
                  launch::name(run.settings.schedule), run.settings.seed, ending);
  const std::filesystem::path path = unused_path(in_session_folder(choices, name));
  if (const base::Status saved = launch::save(*run.result.schedule, path); !saved) return saved.error();
  find_schedule_files(choices);
  return path;
}

}  // namespace warplens::desk
