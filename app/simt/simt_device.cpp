#include "simt/simt_device.h"

#include <new>

#include "simt/adversary/adversary.h"
#include "simt/follow.h"

namespace warplens::simt {
namespace {

class SimtDevice final : public launch::Device {
 public:
  explicit SimtDevice(const DeviceSpec& spec)
      : spec_(spec), untimed_spec_(without_time(spec)), properties_(properties_of(spec)) {}

  const launch::DeviceProperties& properties() const override { return properties_; }

  base::Result<launch::LaunchResult> run(const launch::Launch& launch, launch::Progress& progress) override {
    try {
      if (const auto checked = launch::check(launch, spec_.shared_per_block_opt_in); !checked) return checked.error();
      const bool timed = has_time(launch);
      const DeviceSpec& spec = timed ? spec_ : untimed_spec_;
      if (decoded_from_ != launch.module || decoded_entry_ != launch.entry || decoded_timed_ != timed) {
        decoded_from_.reset();
        auto program = decode(*launch.module, launch.entry, spec);
        if (!program) return program.error();
        program_ = std::move(*program);
        decoded_from_ = launch.module;
        decoded_entry_ = launch.entry;
        decoded_timed_ = timed;
      }
      const bool recorded = launch.schedule == launch::Schedule::recorded;
      for (bool ahead = !recorded || launch.recorded->clocks != launch::ScheduleRecord::Clocks::timed_strict;; ahead = false) {
        Machine machine(launch, program_, spec, progress, ahead ? Machine::RunAhead::allowed : Machine::RunAhead::forbidden);
        if (const auto fits = machine.fits(); !fits) return fits.error();
        if (recorded) {
          if (const auto followed = follow(machine, *launch.recorded); !followed) return followed.error();
        }
        if (auto result = recorded ? machine.end() : machine.run()) return std::move(*result);
      }
    } catch (const std::bad_alloc&) {
      return base::error("not enough memory for this launch");
    }
  }

  base::Result<launch::SearchResult> search(const launch::Launch& launch, const launch::SearchTarget& target,
                                            std::uint64_t schedules, launch::Progress& progress) const override {
    try {
      if (const auto checked = launch::check(launch, spec_.shared_per_block_opt_in); !checked) return checked.error();
      return search_schedules(launch, target, schedules, progress, spec_);
    } catch (const std::bad_alloc&) {
      return base::error("not enough memory for this search");
    }
  }

 private:
  DeviceSpec spec_, untimed_spec_;
  launch::DeviceProperties properties_;
  // The last program, so that repeats do not decode again.
  std::shared_ptr<const ptx::Module> decoded_from_;
  std::uint32_t decoded_entry_ = 0;
  bool decoded_timed_ = true;
  Program program_;
};

}  // namespace

std::unique_ptr<launch::Device> make_device(const DeviceSpec& spec) { return std::make_unique<SimtDevice>(spec); }

}  // namespace warplens::simt
