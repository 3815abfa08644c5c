#pragma once

#include <cstdint>
#include <memory>

#include "simt/machine/machine.h"
#include "simt/parallel/cores.h"

namespace warplens::simt {

/// Runs one core's share of a launch, in step with the machines of the other cores. Call begin() and run_share() on each; then
/// absorb() the others into one machine, and call its end().
class CoreMachine : public Machine {
 public:
  /// See Machine's constructor for one of several machines.
  CoreMachine(const launch::Launch& launch, const Program& program, const DeviceSpec& spec, launch::Progress& progress,
              MakeChecks make_checks, std::shared_ptr<GlobalMemory> memory, Cores& cores, std::uint32_t core)
      : Machine(launch, program, spec, progress, make_checks, std::move(memory), {&cores, core}),
        trace_budget_(launch.trace_budget),
        cores_(cores),
        core_(core) {}

  /// Run its share of the launch. Returns when the share is complete, when core 0 takes over all shares, or when the parallel run
  /// is abandoned; abandons it if the share fails.
  void run_share();
  /// Tell the other cores how far this one has come, if they run at the same time.
  void publish_next_turn();
  /// Run the next turn of the share, unless the parallel run is abandoned while waiting for other cores. Call it only if there is
  /// a next turn, after publish_next_turn().
  void run_turn_of_share();
  /// Run and publish a turn on behalf of a helper that has stopped. Called by core 0.
  void run_parked_turn();

 private:
  const std::uint64_t trace_budget_;
  Cores& cores_;
  const std::uint32_t core_;
  std::uint64_t recorded_turns_ = 0;  ///< counted while a trace is recorded
};

}  // namespace warplens::simt
