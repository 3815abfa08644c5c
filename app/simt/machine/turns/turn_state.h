#pragma once

#include <cstdint>

#include "launch/schedule/schedule_record.h"
#include "simt/code/decode/program.h"
#include "simt/machine/warps/resident.h"

namespace warplens::simt {

/// Limits of a turn, set by the caller of the machine.
struct TurnLimit {
  static constexpr std::uint64_t any_number = ~std::uint64_t{0};
  std::uint64_t operations = 1;                       ///< maximum number of observable operations
  std::uint64_t instructions = any_number;            ///< maximum number of instructions
  std::uint8_t lane = launch::ScheduleRun::any_lane;  ///< the group with this lane runs first
};

/// Progress of a warp in its turn. The lanes running are Lanes::current().
struct TurnState {
  /// Sets each member separately: compilers would clear the whole struct with an instruction that takes longer than a short turn.
  TurnState(std::uint32_t its_slot, std::uint64_t time, std::uint64_t issued)
      : slot(its_slot), clock(time), begin(time), issued_before(issued) {}

  std::uint32_t slot;   ///< of the warp
  std::uint64_t clock;  ///< clock of the running lanes
  std::uint64_t begin;  ///< issue slots of all instructions before this cycle are accounted for
  /// From this cycle on, the warp does not load from memory, arrive at a barrier, or begin a straight run of instructions with
  /// loads.
  std::uint64_t horizon = never;
  std::uint64_t round_horizon = never;  ///< from this cycle on, the warp begins no further round of a loop
  std::uint64_t issued_before;          ///< warp instructions of the launch before the turn
  std::uint64_t issues = 0;             ///< instructions since `begin`
  std::uint64_t l1_cycles = 0;          ///< cycles for which the accesses since `begin` occupy L1 or shared memory
  std::uint64_t l2_bytes = 0;           ///< bytes moved between the multiprocessor and L2 since `begin`
  UnitCycles units{};                   ///< cycles for which the instructions since `begin` occupy their units
  std::uint64_t operations = 0;         ///< observable operations in this turn
  std::uint64_t run = 0;                ///< so many of the next instructions are known to be unobservable by other warps

  /// Let the warp run ahead of the others for a number of cycles, beginning at cycle `from`. In loops without loads from memory,
  /// it may run ahead for longer, because it does not use the caches.
  void run_ahead(std::uint64_t from, std::uint64_t cycles) {
    constexpr std::uint64_t longer = 4;
    horizon = from + cycles;
    round_horizon = from + longer * cycles;
  }

  /// Occupy units: the `count` instructions from `pc` on have been issued, `times` times.
  void occupy(const Program& program, std::uint32_t pc, std::uint64_t count, std::uint64_t times = 1) {
    const UnitCycles &before = program.units_before[pc], &after = program.units_before[pc + count];
    for (std::size_t unit = 0; unit < unit_count; ++unit) units[unit] += (after[unit] - before[unit]) * times;
  }
};

/// A warp during its turn.
struct Running : TurnState {
  Running(ResidentBlock& its_block, ResidentWarp& its_warp, const TurnState& state)
      : TurnState(state), block(its_block), warp(its_warp), group(its_warp.lanes.current()) {}

  ResidentBlock& block;
  ResidentWarp& warp;
  Group& group;  ///< the running lanes
};

/// What the lanes do after an instruction.
enum class Next : std::uint8_t {
  on,     ///< continue at group.pc
  wait,   ///< wait, or have exited
  yield,  ///< continue, but other lanes of their warp run first
  stop,   ///< a fault
};

}  // namespace warplens::simt
