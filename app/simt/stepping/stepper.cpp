#include "simt/stepping/stepping.h"

#include <utility>

#include "simt/machine/schedule/follow.h"
#include "simt/machine/schedule/prepared.h"
#include "simt/stepping/checkpoints.h"
#include "simt/stepping/moment.h"

namespace warplens::simt {
namespace {

constexpr int max_idle_steps = 1024;  // in which a warp only reaches a reconvergence point

class MachineStepper final : public launch::Stepper {
 public:
  explicit MachineStepper(std::shared_ptr<const Prepared> prepared)
      : prepared_(std::move(prepared)), machine_(prepared_->launch, prepared_->program, prepared_->spec, progress_) {
    machine_.begin();
    keep();
  }

  base::Status do_step(std::uint32_t warp, std::uint8_t lane) override {
    if (const std::string why = why_it_cannot_go(machine_, warp, lane); !why.empty()) return base::error(why);
    steps_.resize(done_);
    checkpoints_.forget_after(done_);
    take(warp, lane);
    steps_.push_back({.warp = warp, .lane = lane});
    keep();
    return base::Nothing{};
  }

  void go_to(std::uint64_t step) override {
    step = std::min<std::uint64_t>(step, steps_.size());
    const auto [from, kept] = checkpoints_.until(step);
    if (step < done_ || done_ < from) {
      machine_.restore(kept.machine);
      done_ = from;
    }
    while (done_ < step) take(steps_[done_].warp, steps_[done_].lane);
  }

  std::uint64_t step() const override { return done_; }
  std::uint64_t length() const override { return steps_.size(); }
  bool over() const override { return machine_.over(); }
  launch::ScheduleRecord record() const override { return *machine_.schedule(); }
  std::optional<launch::Step> last_step() const override { return machine_.last_step(); }
  std::vector<launch::WarpAt> warps() const override { return warps_of(machine_); }
  std::uint64_t blocks_started() const override { return machine_.blocks_started(); }
  std::vector<launch::RegisterAt> registers(std::uint32_t warp, std::uint32_t lane) const override {
    return registers_of(machine_, prepared_->program, *prepared_->launch.module, warp, lane);
  }
  launch::Bytes local(std::uint32_t warp, std::uint32_t lane, std::uint32_t variable) const override {
    return local_of(machine_, prepared_->program, *prepared_->launch.module, warp, lane, variable);
  }
  launch::Bytes shared(std::uint32_t block) const override { return shared_of(machine_, block); }
  std::uint64_t address(std::size_t k) const override { return machine_.memory().buffer_address(k); }
  launch::Bytes buffer(std::size_t k) const override { return buffer_of(machine_, k); }
  std::string printed() const override { return machine_.printed(); }
  std::optional<launch::Fault> fault() const override { return machine_.fault(); }

 private:
  struct Nothing {};

  /// Execute one instruction of a runnable warp; blocks whose threads have all exited retire and others are launched in their
  /// place.
  void take(std::uint32_t warp, std::uint8_t lane) {
    const std::uint64_t issued = machine_.issued();
    TurnLimit limit{.operations = TurnLimit::any_number, .instructions = 1, .lane = lane};
    for (int turn = 0; turn < max_idle_steps && machine_.issued() == issued && why_it_cannot_go(machine_, warp, lane).empty();
         ++turn)
      machine_.take_turn_of(*machine_.slot_of(warp), limit);
    limit.lane = launch::ScheduleRun::any_lane;
    for (const std::uint32_t slot : machine_.waiting()) {
      if (!machine_.failed() && machine_.warp_at(slot).lanes.live() == 0) machine_.take_turn_of(slot, limit);
    }
    ++done_;
  }

  void keep() {
    if (done_ >= checkpoints_.next()) checkpoints_.add(done_, {machine_.save(), {}});
  }

  std::shared_ptr<const Prepared> prepared_;
  launch::Progress progress_;
  Machine machine_;
  Checkpoints<Nothing> checkpoints_;
  std::vector<launch::ScheduleRun> steps_;  ///< turns selected, one entry each
  std::uint64_t done_ = 0;
};

}  // namespace

base::Result<std::unique_ptr<launch::Stepper>> make_stepper(const launch::Launch& launch, const DeviceSpec& spec) {
  launch::Launch by_hand = launch;
  by_hand.trace_level = trace::Level::none;
  by_hand.check = false;
  by_hand.record_schedule = true;
  auto prepared = prepare(by_hand, spec, launch::ScheduleRecord::Unit::instructions, min_checkpoints);
  if (!prepared) return prepared.error();
  return std::unique_ptr<launch::Stepper>(std::make_unique<MachineStepper>(*prepared));
}

}  // namespace warplens::simt
