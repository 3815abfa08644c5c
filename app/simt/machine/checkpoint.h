#pragma once

#include <cstdint>
#include <optional>

#include "launch/schedule/schedule_record.h"
#include "simt/code/memory/global_memory.h"
#include "simt/machine/barriers/barriers.h"
#include "simt/machine/barriers/mbarriers.h"
#include "simt/machine/calls/calls.h"
#include "simt/machine/calls/stack.h"
#include "simt/machine/faults.h"
#include "simt/machine/memory/copies.h"
#include "simt/machine/memory/memory_unit.h"
#include "simt/machine/observe/observation.h"
#include "simt/machine/schedule/turns.h"
#include "simt/machine/turns/turn_state.h"
#include "simt/machine/warps/blocks.h"

namespace warplens::simt {

/// The machine's own state; its parts have their own.
struct MachineState {
  MachineState(launch::Schedule schedule, std::uint64_t seed) : turns(schedule, seed) {}

  Turns turns;
  TurnLimit limit;                                 ///< of the current turn
  std::optional<TurnState> held;                   ///< the unfinished turn, if the machine is paused within one
  std::optional<launch::ScheduleRecord> schedule;  ///< with Launch::record_schedule
  /// Schedules without time: when the last turn ended. Recorded schedules with time: clock of the last observable
  /// operation.
  std::uint64_t now = 0;
  std::uint64_t block_ended = 0;    ///< warp instructions issued when a block last ended
  std::uint64_t longest_block = 0;  ///< greatest number of warp instructions between the ends of two blocks
  bool cancelled = false;
};

/// State of a launch, to which a Machine can be restored: everything but the trace and the checks.
struct Checkpoint {
  MachineState machine;
  Faults::State faults;
  Observation::State observation;
  Stack::State stack;
  Blocks::State blocks;
  Barriers::State barriers;
  Copies::State copies;
  Mbarriers::State mbarriers;
  MemoryUnit::State memory_unit;
  Calls::State calls;
  MemoryContent memory;

  /// Approximate size, bytes.
  std::uint64_t bytes() const;
};

}  // namespace warplens::simt
