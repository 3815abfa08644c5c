#include "observe/launch_timer.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "observe/real_runtime.h"

namespace warplens::observe {
namespace {

constexpr std::size_t max_pending = 1024;  // launches; then those that are done are looked for
constexpr std::chrono::seconds last_wait{1};
constexpr std::chrono::milliseconds pause{1};

}  // namespace

void* LaunchTimer::take_event() {
  std::vector<void*>& unused = unused_[device_];
  void* event = nullptr;
  if (unused.empty()) return real().event_create(&event) == success ? event : nullptr;
  event = unused.back();
  unused.pop_back();
  return event;
}

std::optional<void*> LaunchTimer::begin(const void* function, void* stream) {
  const KeptError kept;
  if (is_captured(stream) || real().get_device(&device_) != success) return std::nullopt;
  if (loaded_.emplace(device_, function).second) {
    FunctionAttributes attributes;
    real().func_get_attributes(&attributes, function);  // what is wrong with it, the launch will say
  }
  note_first(stream);
  void* const event = take_event();
  if (event == nullptr) return std::nullopt;
  if (real().event_record(event, stream) == success) return event;
  discard(event);
  return std::nullopt;
}

/// A GPU's times count from its first launch, and that from when the host made it.
void LaunchTimer::note_first(void* stream) {
  if (first_.contains(device_)) return;
  void* const event = take_event();
  if (event != nullptr && real().event_record(event, stream) == success) first_[device_] = {event, now_ms()};
}

double LaunchTimer::now_ms() const {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
}

void LaunchTimer::end(std::uint64_t number, void* begin, void* stream) {
  {
    const KeptError kept;
    void* const event = take_event();
    if (event == nullptr || real().event_record(event, stream) != success) {
      discard(begin);
      return;
    }
    pending_.push_back({number, device_, begin, event});
  }
  if (pending_.size() >= max_pending) collect();
}

void LaunchTimer::discard(void* begin) { unused_[device_].push_back(begin); }

/// False if it is not known yet.
bool LaunchTimer::write_time(const Measured& measured) {
  const int status = real().event_query(measured.end);
  if (status == not_ready) return false;
  float ms = 0;
  const int error = status != success ? status : real().event_elapsed_time(&ms, measured.begin, measured.end);
  report::Json event{{"event", "time"}, {"number", measured.number}};
  if (error == success) {
    event["ms"] = ms;
    const auto first = first_.find(measured.device);
    float begin_ms = 0;
    if (first != first_.end() && real().event_elapsed_time(&begin_ms, first->second.event, measured.begin) == success)
      event["begin_ms"] = std::max(0.0, first->second.ms + double{begin_ms});
  } else {
    event["error"] = real().get_error_name(error);
  }
  journal_.write(std::move(event));
  unused_[measured.device].insert(unused_[measured.device].end(), {measured.begin, measured.end});
  return true;
}

void LaunchTimer::collect(bool in_the_end) {
  const KeptError kept;
  if (kept.pending() && !in_the_end) return;
  std::erase_if(pending_, [this](const Measured& measured) { return write_time(measured); });
}

void LaunchTimer::finish() {
  const auto deadline = std::chrono::steady_clock::now() + last_wait;
  for (collect(true); !pending_.empty() && std::chrono::steady_clock::now() < deadline; collect(true))
    std::this_thread::sleep_for(pause);
}

void LaunchTimer::forget() {
  const KeptError kept;
  int device = 0;
  if (real().get_device(&device) != success) return;
  unused_.erase(device);
  first_.erase(device);
  std::erase_if(loaded_, [device](const auto& entry) { return entry.first == device; });
  std::erase_if(pending_, [device](const Measured& measured) { return measured.device == device; });
}

}  // namespace warplens::observe
