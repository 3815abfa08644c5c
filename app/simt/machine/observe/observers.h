#pragma once

#include "simt/machine/observe/observation.h"

// Observers of a launch. The functions that run instructions are compiled once per observer, and call it. NoObserver's functions
// are empty, and cost nothing.

namespace warplens::simt {

/// Records no trace and checks nothing.
class NoObserver {
 public:
  static constexpr bool observes = false, checks = false;

  explicit NoObserver(Observation&) {}

  bool records_every_step() const { return false; }
  bool records_accesses() const { return false; }
  bool sees_values(const Decoded&) const { return false; }
  bool follows(const ResidentWarp&) const { return false; }
  void begin_turn(Turn) const {}
  void waited(const Running&, std::uint64_t, std::uint64_t) const {}
  void compute(const Running&, std::uint32_t, const Decoded*, std::uint64_t, std::uint64_t) const {}
  void ran_to(const Running&, std::uint32_t) const {}
  void issued(Running&, const Decoded&, std::uint32_t) const {}
  void jumped_back(const Running&, std::uint32_t, std::uint32_t) const {}
  void accessed(const Running&, std::uint32_t) const {}
  bool plain_load(const Running&, std::uint32_t, std::uint32_t, std::uint64_t, const AccessPattern&) const { return true; }
  void check(const Running&, const Decoded&, const Request&) const {}
  void moved(const Running&, const Decoded&, const Request&) const {}
  void combined(const Running&, const Decoded&, const Request&, const LaneOffsets&, const LaneOffsets&) const {}
  void combined(const Running&, const Decoded&, const Request&, const LaneOffsets&, const LaneOffsets&, const LaneOffsets&,
                bool) const {}
};

/// Records the trace. In a launch without a trace that is stepped through, records only the instruction issued last.
class TraceObserver {
 public:
  static constexpr bool observes = true, checks = false;

  explicit TraceObserver(Observation& observation) : observation_(observation) {}

  bool records_every_step() const { return observation_.recorder().level() == trace::Level::full; }
  /// Whether accesses are still being recorded, one by one.
  bool records_accesses() const { return observation_.recorder().recording(); }
  /// Whether it has to see an access: its values, or the order that it creates.
  bool sees_values(const Decoded& access) const { return records_accesses() || access.ordering != ptx::Ordering::weak; }
  /// Whether it has to see every instruction of this warp.
  bool follows(const ResidentWarp&) const { return false; }
  /// A warp begins its turn, or goes on with its next observable operation.
  void begin_turn(Turn turn) const { observation_.begin_turn(turn); }
  /// The lanes have waited for loads from cycle `came` to `end`.
  void waited(const Running& running, std::uint64_t came, std::uint64_t end) const {
    observation_.recorder().wait(trace::WaitReason::memory, running.warp.in_grid, came, end);
  }
  /// Compute instructions run: `count` from `first`, at `pc`, on; each issues as soon as the one before it has its
  /// result.
  void compute(const Running& running, std::uint32_t pc, const Decoded* first, std::uint64_t count, std::uint64_t clock) const {
    if (!records_every_step()) return;
    observation_.recorder().steps(clock, running.warp.in_grid, pc, running.group.active, static_cast<std::uint32_t>(count),
                                  [first](std::uint32_t k) { return first[k].latency; });
  }
  /// A run or path has been executed; `pc`: its last instruction.
  void ran_to(const Running& running, std::uint32_t pc) const {
    observation_.set_last({running.warp.in_grid, pc, running.group.active});
  }
  /// An instruction is about to be executed for the `active` of the running lanes.
  void issued(const Running& running, const Decoded& instruction, std::uint32_t active) const {
    const Group& group = running.group;
    ran_to(running, group.pc);
    const bool accesses = instruction.kind == Kind::load || instruction.kind == Kind::store || instruction.kind == Kind::atomic;
    // Lanes that leave the group to execute it come back to it, and are recorded then.
    const bool parts = instruction.parts_lanes() && active != 0 && active != group.active;
    if (!parts && (instruction.kind == Kind::barrier || (records_every_step() && !(accesses && active != 0))))
      accessed(running, active);
  }
  /// Lanes have taken the branch at `pc`, backwards.
  void jumped_back(const Running&, std::uint32_t, std::uint32_t) const {}
  /// Record the step of an access without its values, or the step of another instruction.
  void accessed(const Running& running, std::uint32_t active) const {
    observation_.recorder().step(running.clock, running.warp.in_grid, running.group.pc, active);
  }
  /// Observe a weak load of shared memory, of `bytes` per lane. False if check() has to see it.
  bool plain_load(const Running& running, std::uint32_t active, std::uint32_t, std::uint64_t, const AccessPattern&) const {
    accessed(running, active);
    return true;
  }
  /// An access is about to take place.
  void check(const Running&, const Decoded&, const Request&) const {}
  /// A load or store has taken place.
  void moved(const Running& running, const Decoded& instruction, const Request& request) const {
    if (records_accesses())
      observation_.record_values(running.warp, instruction, running.group.pc, request, running.clock);
    else
      accessed(running, request.active);
  }
  /// One element of an atomic has taken place, at `offsets`. `old`: the values overwritten; `now`: those in memory afterwards.
  void combined(const Running& running, const Decoded& instruction, const Request& request, const LaneOffsets& offsets,
                const LaneOffsets& old, const LaneOffsets& now, bool first) const {
    observation_.record(running.warp, instruction, running.group.pc, request, running.clock, offsets, old, now, first);
  }
  /// An atomic of one element has taken place.
  void combined(const Running& running, const Decoded& instruction, const Request& request, const LaneOffsets& old,
                const LaneOffsets& now) const {
    combined(running, instruction, request, request.offsets(), old, now, true);
  }

 protected:
  Observation& observation_;
};

/// Records the trace, and reports to the checks.
class CheckObserver : public TraceObserver {
 public:
  static constexpr bool checks = true;

  using TraceObserver::TraceObserver;

  bool follows(const ResidentWarp& warp) const { return warp.has_undefined; }
  void issued(Running& running, const Decoded& instruction, std::uint32_t active) const {
    TraceObserver::issued(running, instruction, active);
    if (follows(running.warp)) observation_.follow(running, active);
  }
  void jumped_back(const Running& running, std::uint32_t pc, std::uint32_t lanes) const {
    observation_.checks()->jumped_back(running.warp.block, running.warp.in_block, pc, lanes);
  }
  bool plain_load(const Running& running, std::uint32_t active, std::uint32_t bytes, std::uint64_t lowest,
                  const AccessPattern& pattern) const {
    const ResidentWarp& warp = running.warp;
    return observation_.checks()->plain_load(
               {warp.block, warp.in_block, running.group.pc, active, bytes, lowest, pattern.from_lowest, pattern.layout}) &&
           TraceObserver::plain_load(running, active, bytes, lowest, pattern);
  }
  void check(const Running& running, const Decoded& instruction, const Request& request) const {
    observation_.check_access(running.warp, running.group.frame, instruction, running.group.pc, request);
  }
};

/// Call `run` with the observer of a launch as its template argument. `always`: use a TraceObserver even if nobody observes the
/// launch.
template <typename Run>
decltype(auto) with_observer(Observation& observation, bool always, Run run) {
  if (observation.checks() != nullptr) return run.template operator()<CheckObserver>();
  if (always || observation.watches()) return run.template operator()<TraceObserver>();
  return run.template operator()<NoObserver>();
}

}  // namespace warplens::simt
