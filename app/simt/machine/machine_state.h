#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/dim3.h"
#include "base/random.h"
#include "launch/findings/finding.h"
#include "launch/launch_result.h"
#include "launch/moment.h"
#include "launch/schedule/schedule_record.h"
#include "simt/builtins/builtin.h"
#include "simt/execute/operation.h"
#include "simt/machine/atomic_queue.h"
#include "simt/machine/lanes.h"
#include "simt/schedule/turns.h"

namespace warplens::simt {

/// One of a block's 16 barriers.
struct Barrier {
  std::uint32_t arrived = 0;            ///< threads
  std::uint32_t voters = 0, votes = 0;  ///< bar.red: threads that came, and those whose predicate is true
  std::uint32_t expected = 0;           ///< threads; 0: all of the block that have not exited
  std::uint64_t clock = 0;              ///< when the last one came
};
inline constexpr std::uint32_t barriers_per_block = 16;

/// A block on a multiprocessor.
struct ResidentBlock {
  bool resident = false;
  std::uint32_t index = 0;  ///< linear in the grid
  base::Dim3 position;
  std::uint32_t sm = 0;
  std::uint32_t live_threads = 0, live_warps = 0;
  std::uint32_t shared_writers = 0;  ///< warps that may write shared memory before the next barrier of the block
  std::uint64_t start = 0;
  Turn last{};                 ///< the latest end of a warp so far
  std::uint32_t arrivals = 0;  ///< of copies at mbarriers, that are still to come
  std::vector<std::byte> shared;
  AtomicQueue atomics;  ///< on shared memory
  std::array<Barrier, barriers_per_block> barriers;
  std::uint32_t begun = 0;  ///< bit n: threads have arrived at barrier n, and not all
};

/// What a cp.async of one lane has read and what is still to be written to shared memory.
struct PendingCopy {
  std::uint32_t lane = 0, pc = 0;
  std::uint64_t group = 0;        ///< of the lane's groups
  std::uint64_t number = 0;       ///< of the copies on this place, in the order of their instructions
  std::uint64_t destination = 0;  ///< offset in shared memory
  std::array<std::byte, 16> data{};
};

/// An arrival at an mbarrier that comes when a lane's copies up to it have landed.
struct PendingArrival {
  std::uint32_t lane = 0, pc = 0;
  std::uint64_t object = 0;  ///< offset in shared memory
  std::uint64_t copies = 0;  ///< those of the warp with lower numbers land before
  std::uint32_t bytes = 0;   ///< cp.async.bulk: so many bytes are complete then, and nobody arrives
};

/// A warp on a multiprocessor.
struct ResidentWarp {
  struct alignas(128) Line {
    std::array<std::byte, 128> bytes;
  };
  std::uint32_t block = 0;      ///< place among the resident blocks
  std::uint32_t in_block = 0;   ///< warp of the block
  std::uint32_t in_grid = 0;    ///< linear warp of the grid
  std::uint32_t scheduler = 0;  ///< of its multiprocessor
  bool has_turn = false;        ///< waits for its turn, or is having it
  bool writes_shared = false;   ///< is one of its block's shared_writers
  Lanes lanes;
  CallStack calls;
  Frame frame;
  std::vector<Line> registers;
  std::vector<std::byte> local;                        ///< lane after lane
  std::vector<std::uint64_t> ready;                    ///< per register that comes from memory: when its value is back
  std::vector<PendingCopy> copies;                     ///< in the order of their instructions
  std::uint64_t copies_issued = 0;                     ///< so far, on this place
  std::vector<PendingArrival> arrivals;                ///< in the order of their instructions
  std::uint32_t failed_waits = 0;                      ///< at mbarriers, one after the other
  std::uint64_t last_failed_wait = 0;                  ///< MachineState::issued_ then
  base::Random jitter{0};                              ///< of its requests to global memory: a stream of its own
  std::array<std::uint64_t, warp_size> copy_groups{};  ///< per lane: groups of copies committed so far, on this place
};

/// The blocks that are on no multiprocessor yet.
struct BlockQueue {
  std::uint64_t next = 0;   ///< block of the grid
  std::uint64_t ready = 0;  ///< cycle from which on it can be handed out
};

/// What is on a multiprocessor.
struct Multiprocessor {
  std::uint32_t blocks = 0;
  std::uint32_t next_scheduler = 0;
  std::vector<std::uint64_t> issue;  ///< per scheduler: the first cycle in which it can issue again
  std::uint64_t memory = 0;          ///< the first cycle in which it can move memory again
};

/// How far a warp goes in a turn that is given from outside.
struct Leash {
  static constexpr std::uint64_t any_number = ~std::uint64_t{0};
  std::uint64_t operations = 1;                       ///< at most, of those that others can see
  std::uint64_t instructions = any_number;            ///< at most
  std::uint8_t lane = launch::ScheduleRun::any_lane;  ///< the group of lanes that goes first has this one
};

/// How far a warp is in its turn; the lanes that run now are Lanes::current().
struct TurnState {
  /// Each member on its own: compilers would clear the whole with an instruction that takes longer than a short turn.
  TurnState(std::uint32_t its_place, std::uint64_t time, std::uint64_t until, std::uint64_t issued)
      : place(its_place), clock(time), begin(time), horizon(until), issued_before(issued) {}

  std::uint32_t place;
  std::uint64_t clock;           ///< of the lanes that run now
  std::uint64_t begin;           ///< up to here its instructions have taken their issue slots
  std::uint64_t horizon;         ///< the clock that it does not run ahead of
  std::uint64_t issued_before;   ///< warp instructions of the launch before the turn
  std::uint64_t issues = 0;      ///< instructions since `begin`
  std::uint64_t moving = 0;      ///< cycles since `begin` in which the multiprocessor moves what they access
  std::uint64_t operations = 0;  ///< that others can see, in this turn
  std::uint64_t run = 0;         ///< the next so many instructions have been found to be invisible to others
};

/// Times that all instructions of a run were executed, not in the tallies yet.
struct Run {
  std::uint64_t executions = 0, lanes = 0;
};

/// What changes while a launch runs, but for its global memory, trace and checks: copied, it is a moment to come back to
/// (Checkpoint).
struct MachineState {
  BuiltinState builtins_;
  std::uint64_t resident_local_ = 0;  ///< bytes of all resident threads' own memory
  std::vector<Multiprocessor> multiprocessors_;
  std::vector<ResidentBlock> resident_;
  std::vector<ResidentWarp> warps_;  ///< warps_per_block_ for each resident block
  std::size_t first_free_ = 0;       ///< no place for a block is free before
  std::vector<Shape> shapes_;        ///< per access of the program
  AtomicQueue atomics_;              ///< on global memory
  BlockQueue queue_;
  Turns turns_;
  Leash leash_;                                     ///< of the turn now
  std::optional<TurnState> held_;                   ///< the turn in which the machine stands still
  std::optional<launch::Step> last_;                ///< the instruction issued last, if somebody watches
  std::optional<launch::ScheduleRecord> schedule_;  ///< with Launch::record_schedule
  std::uint64_t now_ = 0;  ///< schedules without time: when the last turn ended; recorded with time: the last visible operation
  std::uint64_t end_cycle_ = 0;
  std::vector<launch::Tally> tallies_;  ///< per instruction of the program
  std::vector<Run> computed_, ran_;     ///< per instruction: runs of Decoded::computes and Decoded::invisible from there on
  std::uint64_t issued_ = 0;            ///< warp instructions so far
  std::optional<launch::Fault> fault_;
  std::optional<launch::Witness> other_witness_;  ///< the other thread of the fault's story
  bool cancelled_ = false;
  bool start_over_ = false;  ///< an access went elsewhere than the program told

 protected:
  MachineState(launch::Schedule schedule, std::uint64_t seed) : turns_(schedule, seed) {}
};

}  // namespace warplens::simt
