#include "simt/simt_device.h"

#include <new>

#include "simt/machine.h"

namespace warplens::simt {
namespace {

/// The same machine for schedules that know no time: everything takes one cycle.
DeviceSpec without_time(DeviceSpec spec) {
  spec.integer_latency = spec.floating_latency = spec.special_latency = spec.shared_latency = spec.global_latency = 1;
  spec.global_jitter = spec.sector_cycles = spec.bank_conflict_cycles = spec.atomic_cycles = spec.block_launch_interval = 0;
  return spec;
}

class SimtDevice final : public launch::Device {
 public:
  explicit SimtDevice(const DeviceSpec& spec)
      : spec_(spec), untimed_spec_(without_time(spec)), properties_(properties_of(spec)) {}

  const launch::DeviceProperties& properties() const override { return properties_; }

  base::Result<launch::LaunchResult> run(const launch::Launch& launch, launch::Progress& progress) override {
    try {
      if (const auto checked = launch::check(launch, spec_.shared_per_block_opt_in); !checked) return checked.error();
      const bool timed = launch.schedule == launch::Schedule::timed;
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
      Machine machine(launch, program_, spec, progress);
      if (const auto fits = machine.fits(); !fits) return fits.error();
      if (auto result = machine.run()) return std::move(*result);
      return *Machine(launch, program_, spec, progress, Machine::RunAhead::forbidden).run();
    } catch (const std::bad_alloc&) {
      return base::error("not enough memory for this launch");
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
