#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "desk/choices/choices.h"
#include "desk/run/runs.h"
#include "desk/schedule/schedule_search.h"

namespace warplens::desk {

// The adversary: a search for the schedules with the smallest and the largest outcome.

/// The user's input for the adversary.
struct SearchForm {
  std::size_t choice = 0;  ///< index in search_choices()
  std::uint64_t element = 0, schedules = 1000;
};

struct Search {
  explicit Search(std::function<void()> wake) : worker(std::move(wake)) {}

  SearchForm form;
  ScheduleSearch worker;
  std::optional<SearchReport> found;  ///< result of the last search
  std::string found_label;            ///< label of the searched buffer
};

/// A buffer of the chosen entry that a search can attack: label, index among the launch's buffers, number of elements.
struct SearchChoice {
  std::string label;
  std::size_t output = 0;
  std::uint64_t elements = 0;
};
std::vector<SearchChoice> search_choices(const Choices& choices, const Runs& runs);

/// Search in the background for the smallest and the largest outcome of the chosen element.
void start_search(Search& search, const Choices& choices, const Runs& runs);
/// Call once a frame: takes the search's report. Errors: the search's own.
base::Status take_search(Search& search);
/// Run the searched launch under one of the schedules found; `name` is its label in the list. Errors: those of open_session().
base::Status open_found_schedule(const Search& search, Choices& choices,
                                 const std::shared_ptr<const launch::ScheduleRecord>& schedule, const std::string& name);

}  // namespace warplens::desk
