#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "launch/schedule/schedule_search.h"

namespace warplens::ui {

struct App;

// The order in which warps take turns: one that the machine makes, or one that was recorded, by a run or by a search.

/// A way to order the turns, as a row of a list.
struct OrderRow {
  std::string label, tooltip;
  launch::Schedule schedule{};
  std::filesystem::path file;  ///< of a record that is read when the row is chosen; else empty
};

/// The machine's own orders, the record at hand, and the .schedule files beside the session; `chosen` is the row in use.
std::vector<OrderRow> order_rows(const App& app, std::size_t& chosen);
void choose_order(App& app, const OrderRow& row);

/// Look again which .schedule files there are.
void find_schedule_files(App& app);
/// Run the launch under a record, called `name` in the list.
void follow_order(App& app, std::shared_ptr<const launch::ScheduleRecord> record, std::string name);
/// Load a schedule and run the launch under it, or report the error in the file.
void open_schedule_file(App& app, const std::filesystem::path& path);
/// Write the order of the shown run beside the session file, as EXPERIMENT-ENTRY-SCHEDULE-SEED.schedule.
void save_schedule_file(App& app);

/// Look for the smallest and the largest outcome of the chosen element, in the background.
void start_search(App& app);
/// Use the result of a schedule search.
void take_search(App& app);
/// Run the launch that was searched under a schedule that the search found; `name` says which.
void open_found_schedule(App& app, const std::shared_ptr<const launch::ScheduleRecord>& schedule, const std::string& name);

/// Buffers of the chosen entry that a search can attack: label, place among the launch's buffers, elements. Empty before a run.
struct SearchChoice {
  std::string label;
  std::size_t output = 0;
  std::uint64_t elements = 0;
};
std::vector<SearchChoice> search_choices(const App& app);

}  // namespace warplens::ui
