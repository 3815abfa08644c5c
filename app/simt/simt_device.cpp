#include "simt/simt_device.h"

#include <new>

#include "base/number_format.h"
#include "simt/parallel/parallel.h"
#include "simt/schedule/adversary.h"
#include "simt/schedule/follow.h"
#include "simt/schedule/prepared.h"
#include "simt/stepping/history.h"
#include "simt/stepping/stepper.h"
#include "simt/streams.h"

namespace warplens::simt {
namespace {

/// The result of `make`; running out of memory becomes an error.
template <typename Make>
auto within_memory(Make make) -> decltype(make()) {
  try {
    return make();
  } catch (const std::bad_alloc&) {
    return base::error("not enough memory for this launch");
  }
}

/// The device's parameters, with the number of multiprocessors that the launch requests.
DeviceSpec with_multiprocessors(DeviceSpec spec, std::uint32_t multiprocessors) {
  if (multiprocessors == 0 || multiprocessors == spec.multiprocessors) return spec;
  spec.multiprocessors = multiprocessors;
  spec.name += " with " + base::counted(std::uint64_t{multiprocessors}, "multiprocessor");
  return spec;
}

class SimtDevice final : public launch::Device {
 public:
  SimtDevice(const DeviceSpec& spec, std::uint32_t cores)
      : spec_(spec), untimed_spec_(without_time(spec)), cores_(cores), properties_(properties_of(spec)) {}

  const launch::DeviceProperties& properties() const override { return properties_; }

  base::Result<launch::LaunchResult> run(const launch::Launch& launch, launch::Progress& progress) override {
    return within_memory([&]() -> base::Result<launch::LaunchResult> {
      if (const auto checked = launch::check(launch, shared_limit(spec_)); !checked) return checked.error();
      const bool timed = has_time(launch);
      const DeviceSpec spec = with_multiprocessors(timed ? spec_ : untimed_spec_, launch.multiprocessors);
      if (decoded_from_ != launch.module || decoded_entry_ != launch.entry || decoded_timed_ != timed ||
          decoded_as_hardware_ != launch.as_hardware) {
        decoded_from_.reset();
        auto program = decode(*launch.module, launch.entry, spec, launch.as_hardware);
        if (!program) return program.error();
        program_ = std::move(*program);
        decoded_from_ = launch.module;
        decoded_entry_ = launch.entry;
        decoded_timed_ = timed;
        decoded_as_hardware_ = launch.as_hardware;
        parallel_ = true;
      }
      if (cores_ > 1 && parallel_ && may_run_in_parallel(launch, program_, spec)) {
        if (auto result = run_in_parallel(launch, program_, spec, progress, cores_)) return std::move(*result);
        if (!progress.cancel) parallel_ = false;
      }
      const bool recorded = launch.schedule == launch::Schedule::recorded;
      for (bool ahead = !recorded || launch.recorded->clocks != launch::ScheduleRecord::Clocks::timed_strict;; ahead = false) {
        Machine machine(launch, program_, spec, progress, ahead ? Machine::RunAhead::allowed : Machine::RunAhead::forbidden);
        if (const auto fits = machine.fits(); !fits) return fits.error();
        if (recorded) {
          machine.begin();
          if (const auto followed = Follower(*launch.recorded).go_on(machine); !followed) return followed.error();
        }
        if (auto result = recorded ? machine.end() : machine.run()) return std::move(*result);
      }
    });
  }

  base::Result<std::vector<launch::StreamTimeline>> in_streams(const launch::Launch& launch, const launch::StreamPlan& plan,
                                                               const std::vector<launch::Bytes>& whole,
                                                               launch::Progress& progress) override {
    return within_memory([&] {
      return run_in_streams(launch, plan, with_multiprocessors(spec_, launch.multiprocessors), whole,
                            [&](const launch::Launch& part) { return run(part, progress); });
    });
  }

  base::Result<std::unique_ptr<launch::History>> history(const launch::Launch& launch,
                                                         launch::Progress& progress) const override {
    return within_memory([&] { return make_history(launch, with_multiprocessors(spec_, launch.multiprocessors), progress); });
  }

  base::Result<std::unique_ptr<launch::Stepper>> stepper(const launch::Launch& launch) const override {
    return within_memory([&] { return make_stepper(launch, with_multiprocessors(spec_, launch.multiprocessors)); });
  }

  base::Result<launch::SearchResult> search(const launch::Launch& launch, const launch::SearchTarget& target,
                                            std::uint64_t schedules, launch::Progress& progress) const override {
    return within_memory([&]() -> base::Result<launch::SearchResult> {
      if (const auto checked = launch::check(launch, shared_limit(spec_)); !checked) return checked.error();
      return search_schedules(launch, target, schedules, progress, with_multiprocessors(spec_, launch.multiprocessors));
    });
  }

 private:
  DeviceSpec spec_, untimed_spec_;
  std::uint32_t cores_;
  launch::DeviceProperties properties_;
  // The last program, so that repeated launches do not decode again.
  std::shared_ptr<const ptx::Module> decoded_from_;
  std::uint32_t decoded_entry_ = 0;
  bool decoded_timed_ = true, decoded_as_hardware_ = false;
  bool parallel_ = true;  ///< no launch of the program had to be repeated on one core
  Program program_;
};

}  // namespace

std::unique_ptr<launch::Device> make_device(const DeviceSpec& spec, std::uint32_t cores) {
  return std::make_unique<SimtDevice>(spec, cores);
}

}  // namespace warplens::simt
