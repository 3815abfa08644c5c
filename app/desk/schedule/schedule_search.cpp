#include "desk/schedule/schedule_search.h"

#include <algorithm>

namespace warplens::desk {
namespace {

SearchReport serve(const SearchRequest& request) {
  SearchReport report{request, std::nullopt, std::nullopt};
  auto found = request.device->search(request.launch, request.target, request.schedules, *request.progress);
  if (!found) return report.error = found.error(), report;
  report.result = std::move(*found);
  return report;
}

}  // namespace

ScheduleSearch::ScheduleSearch(std::function<void()> wake) : worker_(serve, std::move(wake)) {}

ScheduleSearch::~ScheduleSearch() { cancel(); }

void ScheduleSearch::start(SearchRequest request) {
  if (running_) return;
  request.progress = std::make_shared<launch::Progress>();
  running_ = request;
  worker_.request(std::move(request));
}

void ScheduleSearch::cancel() {
  if (running_) running_->progress->cancel = true;
}

double ScheduleSearch::share_done() const {
  if (!running_) return 0;
  const auto done = static_cast<double>(running_->progress->schedules_done), all = static_cast<double>(running_->schedules);
  return std::clamp(done / std::max(all, 1.0), 0.0, 1.0);
}

std::optional<SearchReport> ScheduleSearch::take() {
  auto report = worker_.take();
  if (report) running_.reset();
  return report;
}

}  // namespace warplens::desk
