#include "observe/launch_timer.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "observe/real_runtime.h"

namespace warplens::observe {
namespace {

/// Nothing of it is looked at. With room for what later versions of the runtime add.
union RoomyAttributes {
  cudaFuncAttributes known;
  std::array<std::byte, 1024> room;
};

constexpr std::size_t max_pending = 1024;  // launches; then those that are done are looked for
constexpr std::chrono::seconds last_wait{1};
constexpr std::chrono::milliseconds pause{1};

}  // namespace

cudaEvent_t LaunchTimer::take_event() {
  std::vector<cudaEvent_t>& unused = unused_[device_];
  cudaEvent_t event = nullptr;
  if (unused.empty()) return real<cudaEventCreate>(&event) == cudaSuccess ? event : nullptr;
  event = unused.back();
  unused.pop_back();
  return event;
}

std::optional<cudaEvent_t> LaunchTimer::begin(const void* function, cudaStream_t stream) {
  const KeptError kept;
  if (is_captured(stream) || real<cudaGetDevice>(&device_) != cudaSuccess) return std::nullopt;
  if (loaded_.emplace(device_, function).second) {
    RoomyAttributes attributes;
    real<cudaFuncGetAttributes>(&attributes.known, function);  // what is wrong with it, the launch will say
  }
  note_first(stream);
  const cudaEvent_t event = take_event();
  if (event == nullptr) return std::nullopt;
  if (real<cudaEventRecord>(event, stream) == cudaSuccess) return event;
  discard(event);
  return std::nullopt;
}

/// A GPU's times count from its first launch, and that from when the host made it.
void LaunchTimer::note_first(cudaStream_t stream) {
  if (first_.contains(device_)) return;
  const cudaEvent_t event = take_event();
  if (event != nullptr && real<cudaEventRecord>(event, stream) == cudaSuccess) first_[device_] = {event, now_ms()};
}

double LaunchTimer::now_ms() const {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
}

void LaunchTimer::end(std::uint64_t number, cudaEvent_t begin, cudaStream_t stream) {
  {
    const KeptError kept;
    const cudaEvent_t event = take_event();
    if (event == nullptr || real<cudaEventRecord>(event, stream) != cudaSuccess) {
      discard(begin);
      return;
    }
    pending_.push_back({number, device_, begin, event});
  }
  if (pending_.size() >= max_pending) collect();
}

void LaunchTimer::discard(cudaEvent_t begin) { unused_[device_].push_back(begin); }

/// False if it is not known yet.
bool LaunchTimer::write_time(const Measured& measured) {
  const cudaError_t status = real<cudaEventQuery>(measured.end);
  if (status == cudaErrorNotReady) return false;
  float ms = 0;
  const cudaError_t error = status != cudaSuccess ? status : real<cudaEventElapsedTime>(&ms, measured.begin, measured.end);
  report::Json event{{"event", "time"}, {"number", measured.number}};
  if (error == cudaSuccess) {
    event["ms"] = ms;
    const auto first = first_.find(measured.device);
    float begin_ms = 0;
    if (first != first_.end() && real<cudaEventElapsedTime>(&begin_ms, first->second.event, measured.begin) == cudaSuccess)
      event["begin_ms"] = std::max(0.0, first->second.ms + double{begin_ms});
  } else {
    event["error"] = real<cudaGetErrorName>(error);
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
  if (real<cudaGetDevice>(&device) != cudaSuccess) return;
  unused_.erase(device);
  first_.erase(device);
  std::erase_if(loaded_, [device](const auto& entry) { return entry.first == device; });
  std::erase_if(pending_, [device](const Measured& measured) { return measured.device == device; });
}

}  // namespace warplens::observe
