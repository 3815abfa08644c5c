#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "launch/launch_result.h"
#include "launch/moment.h"
#include "simt/machine/endless/loop_watch.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/memory/request.h"
#include "simt/machine/observe/checks.h"
#include "simt/machine/schedule/turns.h"
#include "simt/machine/warps/resident.h"
#include "trace/recorder.h"

namespace warplens::simt {

/// At one instruction: executions of runs that begin here, minus executions of runs that end before it (modulo 2^64). The sum
/// over all instructions up to one is the number of executed runs that contain it.
struct RunEdges {
  std::uint64_t executions = 0, lanes = 0;
};

/// Owns everything recorded about a launch without affecting it: the trace, the checks, the tallies of each instruction, and the
/// watch for loops that never end.
class Observation {
 public:
  /// `cores`: number of machines that run the launch; each runs a part and has its own observation. `make_checks`: makes the
  /// checks requested by Launch::check; null: nothing is checked.
  Observation(const LaunchContext& context, std::uint32_t cores, MakeChecks make_checks);

  struct State {
    std::vector<launch::Tally> tallies;  ///< per instruction of the program
    std::vector<RunEdges> runs;          ///< per instruction, and one after the last; not yet added to the tallies
    std::uint64_t issued = 0;            ///< warp instructions so far
    std::optional<launch::Step> last;    ///< the instruction issued last; only where watches()
    LoopWatch loops;
  };
  /// The tallies, not the trace and the checks.
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }
  /// Approximate size of `state`, bytes.
  static std::uint64_t bytes(const State& state);

  /// Whether a trace is recorded or the launch is checked.
  bool watches() const { return context_.launch.trace_level != trace::Level::none || checks_ != nullptr; }
  trace::Recorder& recorder() { return recorder_; }
  /// Null without Launch::check.
  Checks* checks() { return checks_.get(); }

  /// A warp begins its turn, or goes on with its next observable operation: everything recorded from now on comes after the
  /// records of earlier turns, on any core.
  void begin_turn(Turn turn) {
    recorder_.begin_turn(turn.time, turn.slot);
    if (checks_) checks_->begin_turn(turn.key());
  }

  LoopWatch& loops() { return state_.loops; }
  const LoopWatch& loops() const { return state_.loops; }

  std::uint64_t issued() const { return state_.issued; }
  void issue(std::uint64_t instructions) { state_.issued += instructions; }
  void take_back_issue() { --state_.issued; }
  launch::Tally& tally(std::uint32_t pc) { return state_.tallies[pc]; }
  void set_last(const launch::Step& step) { state_.last = step; }
  /// The `count` instructions from `pc` on have been executed by `lanes` lanes, `times` times.
  void count_run(std::uint32_t pc, std::uint64_t count, std::uint64_t lanes, std::uint64_t times = 1) {
    RunEdges &begin = state_.runs[pc], &end = state_.runs[pc + count];
    begin.executions += times;
    begin.lanes += times * lanes;
    end.executions -= times;
    end.lanes -= times * lanes;
  }

  /// Record a load or store that has just taken place, element by element.
  void record_values(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request,
                     std::uint64_t clock);
  /// Record one element of an access. `values`: the value read or overwritten; `stored`: the value in memory afterwards.
  void record(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request, std::uint64_t clock,
              const LaneOffsets& offsets, const LaneOffsets& values, const LaneOffsets& stored, bool first);
  /// Report an access by lanes in call `frame` to the checks, which must exist. `begins`, `issued`: as in CheckedAccess.
  void check_access(ResidentWarp& warp, std::uint32_t frame, const Decoded& instruction, std::uint32_t pc, const Request& request,
                    bool begins = false, std::uint32_t issued = 0);
  /// The `active` of the running lanes are about to execute an instruction, in a warp with ResidentWarp::has_undefined: the
  /// checks, which must exist, update that flag.
  void follow(Running& running, std::uint32_t active);

  // Less frequent events: reported to the checks, if any, and to the loop watch.

  void block_started(std::uint32_t slot, std::uint32_t block, std::uint64_t shared_bytes) {
    if (checks_) checks_->start_block(slot, block, shared_bytes);
  }
  void barrier_joined(const ResidentWarp& warp, std::uint32_t number, std::uint32_t pc, std::uint32_t lanes, bool waits) {
    if (checks_) checks_->barrier_joined(warp.block, number, warp.in_block, pc, lanes, waits);
  }
  /// `live`: as for Checks::barrier_complete().
  void barrier_complete(std::uint32_t slot, std::uint32_t number, std::uint32_t live) {
    loops().changed();
    if (checks_) checks_->barrier_complete(slot, number, live);
  }
  void exited(const ResidentWarp& warp, std::uint32_t pc, std::uint32_t lanes) {
    loops().changed();
    if (checks_) checks_->exited(warp.block, warp.in_block, pc, lanes);
  }
  void fence(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t active) {
    if (checks_) checks_->fence(warp.block, warp.in_block, instruction, active);
  }
  /// Exactly `lanes`, in call `frame`, are about to execute a collective or bar.warp.sync together.
  void meeting(ResidentWarp& warp, std::uint32_t frame, const Decoded& instruction, std::uint32_t lanes);
  /// Other lanes have passed a warp collective at which `waiting`, in call `frame`, still wait.
  void passed_by(const ResidentWarp& warp, std::uint32_t frame, Checks::LanesAt waiting, Checks::LanesAt passing);
  void mbarrier_started(const ResidentWarp& warp, std::uint64_t object) {
    if (checks_) checks_->mbarrier_started(warp.block, object);
  }
  void mbarrier_arrived(const ResidentWarp& warp, std::uint32_t lane, std::uint64_t object, bool releases, bool completes) {
    if (checks_) checks_->mbarrier_arrived(warp.block, warp.in_block, lane, object, releases, completes);
  }
  void mbarrier_passed(const ResidentWarp& warp, std::uint32_t lane, std::uint64_t object) {
    if (checks_) checks_->mbarrier_passed(warp.block, warp.in_block, lane, object);
  }
  /// The launch has ended with result.fault; `other`: the second thread involved. Adds LaunchResult::unwritten.
  void ended(launch::LaunchResult& result, const std::optional<launch::Witness>& other, const GlobalMemory& memory);

  /// Whether it is already known that absorb() will fail.
  bool cannot_be_absorbed() const { return checks_ && checks_->left_something_out(); }
  /// Merge the observation of another part of the launch. False if a single machine might have observed something else.
  bool absorb(Observation& other);
  /// Move the trace, the tallies, their totals and the findings into `result`. Once, at the end. `end_cycle`: of the launch.
  void finish(launch::LaunchResult& result, std::uint64_t end_cycle);

 private:
  void tally_runs();
  launch::Counters counters(std::uint64_t end_cycle) const;

  const LaunchContext& context_;
  trace::Recorder recorder_;
  const std::unique_ptr<Checks> checks_;
  State state_;
};

}  // namespace warplens::simt
