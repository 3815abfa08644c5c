#pragma once

#include "base/result.h"
#include "launch/schedule/schedule_record.h"
#include "simt/machine/machine.h"

namespace warplens::simt {

/// Explain why a warp of the grid cannot take a turn in which `lane` (or any_lane) runs; empty if it can.
std::string why_it_cannot_go(const Machine& machine, std::uint32_t warp, std::uint8_t lane);

/// Replays a recorded schedule on a machine with Schedule::recorded.
class Follower {
 public:
  explicit Follower(const launch::ScheduleRecord& record) : record_(&record) {}

  /// After Machine::begin(): run until the machine is stopped() or over(). If the record ends before the launch does, the warps
  /// continue round-robin, one operation each. A launch that fails or is cancelled ends before its record does. Error: an entry
  /// that does not fit the launch (a warp that does not exist, has ended or waits for others; a lane that cannot run; turns
  /// without effect; entries after the end of the launch). The error gives the entry's number, from 1.
  base::Status go_on(Machine& machine);

  /// Position in the record. Saved with each Checkpoint of the machine.
  struct Position {
    std::size_t entry = 0;            ///< index in the record
    std::uint64_t turn = 0;           ///< turns already taken for the entry
    int idle = 0;                     ///< consecutive turns without effect for the entry
    std::uint64_t issued_before = 0;  ///< instructions of the launch before the current turn
  };
  const Position& position() const { return position_; }
  void set_position(const Position& position) { position_ = position; }

 private:
  base::Status take_turn(Machine& machine, const launch::ScheduleRun& run);
  base::Error misfit(const std::string& why) const;

  const launch::ScheduleRecord* record_;
  Position position_;
};

}  // namespace warplens::simt
