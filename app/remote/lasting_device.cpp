#include "remote/lasting_device.h"

#include <atomic>
#include <string>
#include <utility>

namespace warplens::remote {
namespace {

using launch::Launch, launch::LaunchResult, launch::Progress;

class LastingDevice final : public launch::Device {
 public:
  LastingDevice(std::unique_ptr<launch::Device> device, StartSuccessor start)
      : device_(std::move(device)), start_(std::move(start)) {}

  const launch::DeviceProperties& properties() const override { return device_->properties(); }

  base::Result<LaunchResult> run(const Launch& launch, Progress& progress) override {
    if (!succeeded_) {
      auto result = device_->run(launch, progress);
      succeeded_ = !device_->out_of_use().empty();
      return result;
    }
    auto successor = take_successor(progress);
    if (!successor) return successor.error();
    Launch there = launch;
    there.in_place.reset();
    auto result = (*successor)->run(there, progress);
    // Otherwise the successor is out of use as well, or still busy with a cancelled kernel: its process ends here.
    if (result && result->outcome == launch::Outcome::finished) successor_ = std::move(*successor);
    return result;
  }

  base::Result<std::vector<launch::StreamTimeline>> in_streams(const Launch& launch, const launch::StreamPlan& plan,
                                                               const std::vector<launch::Bytes>& whole,
                                                               Progress& progress) override {
    if (!succeeded_) {
      auto timelines = device_->in_streams(launch, plan, whole, progress);
      succeeded_ = !device_->out_of_use().empty();
      return timelines;
    }
    auto successor = take_successor(progress);
    if (!successor) return successor.error();
    auto timelines = (*successor)->in_streams(launch, plan, whole, progress);
    if (timelines && !progress.cancel) successor_ = std::move(*successor);
    return timelines;
  }

  base::Result<launch::SearchResult> search(const Launch& launch, const launch::SearchTarget& target, std::uint64_t schedules,
                                            Progress& progress) const override {
    return device_->search(launch, target, schedules, progress);
  }
  base::Result<std::unique_ptr<launch::History>> history(const Launch& launch, Progress& progress) const override {
    return device_->history(launch, progress);
  }
  base::Result<std::unique_ptr<launch::Stepper>> stepper(const Launch& launch) const override { return device_->stepper(launch); }

  base::Result<std::unique_ptr<launch::SharedBuffer>> share(std::uint32_t gl_buffer, std::uint64_t bytes) override {
    if (!succeeded_) return device_->share(gl_buffer, bytes);
    return base::error("a kernel failed here, so that kernels run in another process until the program is started again");
  }

 private:
  /// Takes the running successor, or starts one. The caller stores it in successor_ again if it can be used for another launch.
  base::Result<std::unique_ptr<launch::Device>> take_successor(Progress& progress) {
    if (successor_) return std::move(successor_);
    auto started = start_(progress);
    if (!started)
      return base::error(device_->out_of_use() + ", and another process cannot have it: " + base::describe(started.error()));
    return started;
  }

  std::unique_ptr<launch::Device> device_;
  StartSuccessor start_;
  std::atomic<bool> succeeded_ = false;  // read by share() while another thread is in run()
  std::unique_ptr<launch::Device> successor_;
};

}  // namespace

std::unique_ptr<launch::Device> make_lasting(std::unique_ptr<launch::Device> device, StartSuccessor start) {
  return std::make_unique<LastingDevice>(std::move(device), std::move(start));
}

}  // namespace warplens::remote
