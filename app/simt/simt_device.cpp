#include "simt/simt_device.h"

#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "launch/device.h"
#include "launch/machine_name.h"
#include "simt/check/checker.h"
#include "simt/machine/launch_memory.h"
#include "simt/machine/machine.h"
#include "simt/machine/schedule/adversary.h"
#include "simt/machine/schedule/follow.h"
#include "simt/machine/schedule/prepared.h"
#include "simt/parallel/parallel.h"
#include "simt/programs.h"
#include "simt/stepping/stepping.h"
#include "simt/streams.h"

namespace warplens::simt {
namespace {

/// A launch in parts: interpreted, on one core, by its own schedule. Owns everything its machine refers to, except the
/// progress.
class SlicedRun final : public launch::RunInParts {
 public:
  SlicedRun(const launch::Launch& launch, std::shared_ptr<const DecodedProgram> decoded, const DeviceSpec& spec,
            launch::Progress& progress);

  bool go_on(Clock::time_point time) override;
  base::Result<launch::LaunchResult> result() override;

 private:
  void begin(Machine::RunAhead run_ahead);

  const launch::Launch launch_;
  const std::shared_ptr<const DecodedProgram> decoded_;
  const DeviceSpec spec_;
  launch::Progress& progress_;
  std::unique_ptr<Machine> machine_;
  std::optional<base::Result<launch::LaunchResult>> result_;
};

SlicedRun::SlicedRun(const launch::Launch& launch, std::shared_ptr<const DecodedProgram> decoded, const DeviceSpec& spec,
                     launch::Progress& progress)
    : launch_(launch), decoded_(std::move(decoded)), spec_(spec), progress_(progress) {
  begin(Machine::RunAhead::allowed);
}

void SlicedRun::begin(Machine::RunAhead run_ahead) {
  machine_ = std::make_unique<Machine>(launch_, decoded_->program, spec_, progress_, make_checker, run_ahead);
  if (const auto fits = machine_->fits(); !fits)
    result_ = fits.error();
  else
    machine_->begin();
}

bool SlicedRun::go_on(Clock::time_point time) {
  constexpr std::uint64_t instructions = 1u << 12;  // between two looks at the clock: well below a millisecond
  while (!result_) {
    if (machine_->run_turns(instructions)) {
      if (auto ended = machine_->end())
        result_ = std::move(*ended);
      else
        begin(Machine::RunAhead::forbidden);
    }
    if (Clock::now() >= time) break;
  }
  return result_.has_value();
}

base::Result<launch::LaunchResult> SlicedRun::result() { return std::move(*result_); }

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
  spec.name = launch::machine_name(spec.name, spec.multiprocessors, multiprocessors);
  if (multiprocessors != 0) spec.multiprocessors = multiprocessors;
  return spec;
}

/// The machine code that the launch asks for.
CodeSource code_for(const launch::Launch& launch, DecodedProgram& decoded) {
  using launch::MachineCode;
  InstructionSet set = widest_instruction_set();
  if (launch.machine_code == MachineCode::off) set = InstructionSet::none;
  if (launch.machine_code == MachineCode::avx2) set = std::min(set, InstructionSet::avx2);
  if (launch.machine_code == MachineCode::avx512 && set != InstructionSet::avx512) set = InstructionSet::none;
  if (set == InstructionSet::none) return {};
  BackgroundCode& background = decoded.code.try_emplace(set, launch.module, decoded.program, set).first->second;
  if (launch.machine_code == MachineCode::automatic) return {.background = &background};
  return {.ready = background.code_at_once()};
}

class SimtDevice final : public launch::Device {
 public:
  SimtDevice(const DeviceSpec& spec, std::uint32_t cores)
      : spec_(spec), untimed_spec_(without_time(spec)), cores_(cores), properties_(properties_of(spec)) {}

  const launch::DeviceProperties& properties() const override { return properties_; }

  base::Result<launch::LaunchResult> run(const launch::Launch& launch, launch::Progress& progress) override {
    return within_memory([&]() -> base::Result<launch::LaunchResult> {
      if (const auto checked = check_launch(launch, spec_); !checked) return checked.error();
      const bool timed = has_time(launch);
      const DeviceSpec spec = with_multiprocessors(timed ? spec_ : untimed_spec_, launch.multiprocessors);
      auto decoded = programs_.of(launch, spec);
      if (!decoded) return decoded.error();
      const Program& program = (*decoded)->program;
      if (const auto small = check_memory(launch, program, spec); !small) return small.error();
      const bool recorded = launch.schedule == launch::Schedule::recorded;
      if (progress.slices != nullptr && !recorded)
        return progress.slices->run([&] { return std::make_unique<SlicedRun>(launch, *decoded, spec, progress); });
      const CodeSource code = recorded ? CodeSource{} : code_for(launch, **decoded);
      const std::uint32_t cores = launch.cores != 0 ? launch.cores : cores_;
      if (cores > 1 && (*decoded)->parallel && may_run_in_parallel(launch, program, spec) && helpers_.are_worth_a_call()) {
        if (auto result = run_in_parallel(launch, program, spec, progress, helpers_, cores, make_checker, Begin::at_once, code))
          return std::move(*result);
        if (!progress.cancel) (*decoded)->parallel = false;
      }
      for (bool ahead = !recorded || launch.recorded->clocks != launch::ScheduleRecord::Clocks::timed_strict;; ahead = false) {
        Machine machine(launch, program, spec, progress, make_checker,
                        ahead ? Machine::RunAhead::allowed : Machine::RunAhead::forbidden);
        if (const auto fits = machine.fits(); !fits) return fits.error();
        machine.use_code(code);
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
    return within_memory([&] {
      return search_schedules(launch, target, schedules, progress, with_multiprocessors(spec_, launch.multiprocessors));
    });
  }

 private:
  DeviceSpec spec_, untimed_spec_;
  std::uint32_t cores_;
  Helpers helpers_;
  launch::DeviceProperties properties_;
  Programs programs_;
};

}  // namespace

std::unique_ptr<launch::Device> make_device(const DeviceSpec& spec, std::uint32_t cores) {
  return std::make_unique<SimtDevice>(spec, cores);
}

}  // namespace warplens::simt
