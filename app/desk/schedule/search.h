#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "desk/background/background.h"
#include "desk/choices/choices.h"
#include "desk/run/runs.h"
#include "experiment/experiment.h"
#include "launch/device.h"

namespace warplens::desk {

/// A shown run's launch and the outcome to search for. Experiment and device must outlive the search.
struct SearchRequest {
  const experiment::Experiment* experiment = nullptr;
  experiment::Settings settings;
  launch::Launch launch;
  const launch::Device* device = nullptr;
  launch::SearchTarget target;
  std::uint64_t schedules = 1000;              ///< maximum number of schedules tried
  std::shared_ptr<launch::Progress> progress;  ///< set by start()
};

/// Result of a request: a search result, also of a stopped search, or an error.
struct SearchReport {
  SearchRequest request;
  std::optional<launch::SearchResult> result;
  std::optional<base::Error> error;
};

/// Searches schedules on a thread of its own, one search at a time, while the window goes on and launches run.
class ScheduleSearch {
 public:
  /// `wake` is called from the search's thread when a report is available.
  explicit ScheduleSearch(std::function<void()> wake);
  ~ScheduleSearch();
  ScheduleSearch(const ScheduleSearch&) = delete;
  ScheduleSearch& operator=(const ScheduleSearch&) = delete;

  /// Start a search; ignored while one is running.
  void start(SearchRequest request);
  /// Stop early and keep the results so far.
  void cancel();
  bool running() const { return running_.has_value(); }
  double share_done() const;  ///< 0 … 1
  /// The report of the search that has ended since the last call, if any.
  std::optional<SearchReport> take();
  /// Wait until the search has ended (for tests).
  void wait_until_idle() { worker_.wait_until_idle(); }

 private:
  std::optional<SearchRequest> running_;
  Background<SearchRequest, SearchReport> worker_;
};

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
