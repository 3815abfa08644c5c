#include "simt/stepping/stepping.h"

#include <algorithm>
#include <utility>

#include "simt/machine/launch_memory.h"
#include "simt/machine/schedule/follow.h"
#include "simt/machine/schedule/prepared.h"
#include "simt/stepping/checkpoints.h"
#include "simt/stepping/moment.h"

namespace warplens::simt {
namespace {

class MachineHistory final : public launch::History {
 public:
  MachineHistory(const launch::Launch& launch, const DeviceSpec& spec, Program program)
      : launch_(launch), spec_(spec), program_(std::move(program)) {
    launch_.trace_level = trace::Level::none;
    launch_.check = launch_.record_schedule = false;
  }

  /// Run to the end, then return to the beginning. False if the launch has to be run again without running ahead.
  base::Result<bool> run(Machine::RunAhead run_ahead, launch::Progress& progress) {
    machine_.emplace(launch_, program_, spec_, progress, nullptr, run_ahead);
    if (const auto fits = machine_->fits(); !fits) return fits.error();
    if (launch_.schedule == launch::Schedule::recorded) follower_.emplace(*launch_.recorded);
    checkpoints_ = {};
    machine_->begin();
    while (!machine_->over()) {
      checkpoints_.add(machine_->issued(), {machine_->save(), follower_ ? follower_->position() : Follower::Position{}});
      if (const auto gone = advance(checkpoints_.next()); !gone) return gone.error();
    }
    if (progress.cancel) return base::error("cancelled");
    if (machine_->has_to_start_over()) return false;
    length_ = machine_->issued();
    machine_.emplace(launch_, program_, spec_, replays_, nullptr, run_ahead);
    restore(checkpoints_.until(0).second);
    return true;
  }

  std::uint64_t step() const override { return machine_->issued(); }
  std::uint64_t length() const override { return length_; }
  std::uint64_t bytes() const override { return checkpoints_.bytes(); }

  void go_to(std::uint64_t step) override {
    step = std::min(step, length_);
    const auto [from, kept] = checkpoints_.until(step);
    if (step < machine_->issued() || machine_->issued() < from) restore(kept);
    // replays steps already executed without an error
    static_cast<void>(advance(step == length_ ? TurnLimit::any_number : step));
  }

  std::optional<launch::Step> last_step() const override { return machine_->last_step(); }
  std::vector<launch::WarpAt> warps() const override { return warps_of(*machine_); }
  std::uint64_t blocks_started() const override { return machine_->blocks_started(); }
  std::vector<launch::RegisterAt> registers(std::uint32_t warp, std::uint32_t lane) const override {
    return registers_of(*machine_, program_, *launch_.module, warp, lane);
  }
  launch::Bytes local(std::uint32_t warp, std::uint32_t lane, std::uint32_t variable) const override {
    return local_of(*machine_, program_, *launch_.module, warp, lane, variable);
  }
  launch::Bytes shared(std::uint32_t block) const override { return shared_of(*machine_, block); }
  std::uint64_t address(std::size_t k) const override { return machine_->memory().buffer_address(k); }
  launch::Bytes buffer(std::size_t k) const override { return buffer_of(*machine_, k); }
  std::string printed() const override { return machine_->printed(); }
  std::optional<launch::Fault> fault() const override { return machine_->fault(); }

 private:
  using Checkpoints = simt::Checkpoints<Follower::Position>;

  void restore(const Checkpoints::Kept& kept) {
    machine_->restore(kept.machine);
    if (follower_) follower_->set_position(kept.position);
  }

  base::Status advance(std::uint64_t step) {
    machine_->stop_at(step);
    if (follower_) return follower_->go_on(*machine_);
    machine_->go_on();
    return base::Nothing{};
  }

  launch::Launch launch_;
  DeviceSpec spec_;
  Program program_;
  launch::Progress replays_;  ///< progress reported by the machine while it replays
  std::optional<Machine> machine_;
  std::optional<Follower> follower_;
  Checkpoints checkpoints_;
  std::uint64_t length_ = 0;
};

}  // namespace

base::Result<std::unique_ptr<launch::History>> make_history(const launch::Launch& launch, const DeviceSpec& spec,
                                                            launch::Progress& progress) {
  if (const auto checked = check_launch(launch, spec); !checked) return checked.error();
  const DeviceSpec its_spec = has_time(launch) ? spec : without_time(spec);
  auto program = decode(*launch.module, launch.entry, its_spec, launch.as_hardware, launch.placement.get());
  if (!program) return program.error();
  // The run in MachineHistory has neither a trace nor checks.
  launch::Launch plain = launch;
  plain.trace_level = trace::Level::none;
  plain.check = false;
  if (const auto small = check_memory(plain, *program, its_spec, min_checkpoints); !small) return small.error();
  const bool strict =
      launch.schedule == launch::Schedule::recorded && launch.recorded->clocks == launch::ScheduleRecord::Clocks::timed_strict;
  auto history = std::make_unique<MachineHistory>(launch, its_spec, std::move(*program));
  for (bool ahead = !strict;; ahead = false) {
    const auto done = history->run(ahead ? Machine::RunAhead::allowed : Machine::RunAhead::forbidden, progress);
    if (!done) return done.error();
    if (*done) return std::unique_ptr<launch::History>(std::move(history));
  }
}

}  // namespace warplens::simt
