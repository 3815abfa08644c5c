#pragma once

#include <cstdint>

#include "launch/schedule/schedule_record.h"
#include "simt/machine/resident.h"

namespace warplens::simt {

/// How far a warp goes in a turn that is given from outside.
struct TurnLimit {
  static constexpr std::uint64_t any_number = ~std::uint64_t{0};
  std::uint64_t operations = 1;                       ///< at most, of those that other warps can observe
  std::uint64_t instructions = any_number;            ///< at most
  std::uint8_t lane = launch::ScheduleRun::any_lane;  ///< the group of lanes that goes first contains this one
};

/// How far a warp is in its turn. The lanes that run now are Lanes::current().
struct TurnState {
  /// Sets each member on its own: compilers would clear the whole with an instruction that takes longer than a short turn.
  TurnState(std::uint32_t its_slot, std::uint64_t time, std::uint64_t until, std::uint64_t issued)
      : slot(its_slot), clock(time), begin(time), horizon(until), issued_before(issued) {}

  std::uint32_t slot;            ///< of the warp
  std::uint64_t clock;           ///< of the lanes that run now
  std::uint64_t begin;           ///< its instructions before this cycle have taken their issue slots
  std::uint64_t horizon;         ///< the warp does not run ahead beyond this cycle
  std::uint64_t issued_before;   ///< warp instructions of the launch before the turn
  std::uint64_t issues = 0;      ///< instructions since `begin`
  std::uint64_t moving = 0;      ///< cycles in which the multiprocessor moves what was accessed since `begin`
  std::uint64_t operations = 0;  ///< in this turn, of those that other warps can observe
  std::uint64_t run = 0;         ///< number of next instructions already known to be unobservable by other warps
};

/// A warp that has its turn.
struct Running : TurnState {
  Running(ResidentBlock& its_block, ResidentWarp& its_warp, const TurnState& state)
      : TurnState(state), block(its_block), warp(its_warp), group(its_warp.lanes.current()) {}

  ResidentBlock& block;
  ResidentWarp& warp;
  Group& group;  ///< the lanes that run now
};

/// What the lanes that ran an instruction do next.
enum class Next : std::uint8_t {
  on,     ///< they go on, at group.pc
  wait,   ///< they wait, or have exited
  yield,  ///< they go on, but other lanes of their warp go first
  stop,   ///< a fault
};

}  // namespace warplens::simt
