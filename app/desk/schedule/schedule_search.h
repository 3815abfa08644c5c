#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "desk/background/background.h"
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

}  // namespace warplens::desk
