#include "launch/device.h"

#include "base/threads.h"

namespace warplens::launch {

std::shared_ptr<Progress> progress_of_job() {
  auto progress = std::make_shared<Progress>();
  if (!base::has_threads()) progress->slices = std::make_unique<Slices>();
  return progress;
}

base::Result<SearchResult> Device::search(const Launch&, const SearchTarget&, std::uint64_t, Progress&) const {
  return base::error(properties().name + " goes its own way: it cannot be told in which order to run");
}

base::Result<std::unique_ptr<History>> Device::history(const Launch&, Progress&) const {
  return base::error(properties().name + " goes its own way: it cannot stand still at a step");
}

base::Result<std::unique_ptr<Stepper>> Device::stepper(const Launch&) const {
  return base::error(properties().name + " goes its own way: it cannot be stepped by hand");
}

base::Result<std::unique_ptr<SharedBuffer>> Device::share(std::uint32_t, std::uint64_t) {
  return base::error(properties().name + " has no memory of its own");
}

base::Result<std::vector<StreamTimeline>> Device::in_streams(const Launch&, const StreamPlan&, const std::vector<Bytes>&,
                                                             Progress&) {
  return base::error(properties().name + " has no streams");
}

}  // namespace warplens::launch
