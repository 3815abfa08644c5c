#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "simt/machine/faults.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/memory/request.h"
#include "simt/machine/observe/observation.h"
#include "simt/machine/turns/turn_state.h"
#include "simt/machine/warps/blocks.h"

// Asynchronous copies from global to shared memory (PTX ISA, "Asynchronous copy"). The source is read at issue; the destination
// is written as late as the ISA allows, at the wait. So a missing wait becomes visible: the data is not there.

namespace warplens::simt {

/// Bytes that one lane's cp.async has read but not yet written to shared memory.
struct PendingCopy {
  std::uint32_t lane = 0, pc = 0;
  std::uint64_t group = 0;        ///< index among the lane's groups
  std::uint64_t number = 0;       ///< index among the copies of this warp slot, in program order
  std::uint64_t destination = 0;  ///< offset in shared memory
  std::uint64_t done = 0;         ///< cycle in which the data arrives
  std::uint32_t issued = 0;       ///< CheckedAccess::issued
  std::array<std::byte, 16> data{};
};

/// An arrival at an mbarrier that takes place when the lane's earlier copies have completed.
struct PendingArrival {
  std::uint32_t lane = 0, pc = 0;
  std::uint64_t object = 0;  ///< offset in shared memory
  std::uint64_t copies = 0;  ///< the lane's copies with numbers below this one complete first
  std::uint32_t bytes = 0;   ///< cp.async.bulk: number of bytes completed, without an arrival
  std::uint64_t done = 0;    ///< cycle in which the data of these copies arrives
};

/// Make the store that completes a copy.
Decoded as_store(const Decoded& copy);

/// Owns the copies in flight, and the mbarrier arrivals that wait for them.
class Copies {
 public:
  Copies(const LaunchContext& context, Blocks& blocks, Observation& observation, Faults& faults)
      : context_(context), blocks_(blocks), observation_(observation), faults_(faults) {}

  /// State of one warp slot.
  struct OfWarp {
    std::vector<PendingCopy> pending;               ///< in program order
    std::vector<PendingArrival> arrivals;           ///< in program order
    std::uint64_t issued = 0;                       ///< number of copies so far
    std::array<std::uint64_t, warp_size> groups{};  ///< per lane: number of groups committed so far
  };
  struct State {
    std::vector<OfWarp> warps;            ///< per warp slot
    std::vector<std::uint32_t> arrivals;  ///< per block slot: pending arrivals
  };
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }
  /// Approximate size of `state`, bytes.
  static std::uint64_t bytes(const State& state);

  /// Before a warp issues copies: complete the pending ones if there are more than a program plausibly has in flight.
  void make_room(std::uint32_t slot, std::uint64_t clock);
  /// Number of pending copies of a warp.
  std::size_t pending(std::uint32_t slot) { return of(slot).pending.size(); }
  /// Keep the data read by the lanes of a request, without a destination.
  void stage(std::uint32_t slot, const Decoded& instruction, std::uint32_t pc, const Request& request);
  /// Keep `bytes` bytes read by one lane, padded with zeros. The caller sets the destination.
  PendingCopy& stage(std::uint32_t slot, std::uint32_t pc, std::size_t lane, const std::byte* from, std::uint32_t bytes);
  /// Set the destinations of the pending copies from index `first` on: per lane, offsets in shared memory.
  void set_destinations(std::uint32_t slot, std::size_t first, const LaneOffsets& destinations);
  /// The pending copies from index `first` on have been issued: report them to the checks, if any. From now on they may write.
  void issued(std::uint32_t slot, std::size_t first);

  /// For a wait_group or wait_all of the active lanes: cycle in which the data of the copies that it completes has arrived. For
  /// commit_group: 0.
  std::uint64_t arrival(std::uint32_t slot, const Decoded& instruction, std::uint32_t active);
  /// commit_group closes the lanes' groups; wait_group n completes all groups but the last n, and wait_all
  /// everything.
  void step_group(Running& running, const Decoded& instruction, std::uint32_t active);

  /// Arrive at an mbarrier object once the lane's copies so far have completed: at once if there are none. `bytes`: as
  /// PendingArrival::bytes; `done`: cycle in which the data of a cp.async.bulk arrives.
  void arrive_later(std::uint32_t slot, std::size_t lane, std::uint32_t pc, std::uint64_t object, std::uint32_t bytes,
                    std::uint64_t clock, std::uint64_t done = 0);
  /// Complete the copies that signal the mbarrier at `object` and whose data has arrived by `clock`. Returns whether others are
  /// still in flight.
  bool land_arrivals_at(std::uint32_t block_slot, std::uint64_t object, std::uint64_t clock);
  /// Complete all pending arrivals of lanes that exit.
  void land_arrivals_of(std::uint32_t slot, std::uint32_t lanes, std::uint64_t clock) {
    if (slot < state_.warps.size() && !state_.warps[slot].arrivals.empty())
      land_arrivals(slot, lanes, std::nullopt, clock, any_time);
  }
  /// The block ends: copies that it never waited for are lost, and reported to the checks.
  void end_block(std::uint32_t block_slot);

 private:
  OfWarp& of(std::uint32_t slot) {
    if (slot >= state_.warps.size()) state_.warps.resize(slot + 1);
    return state_.warps[slot];
  }
  std::uint32_t& arrivals_in(std::uint32_t block_slot) {
    if (block_slot >= state_.arrivals.size()) state_.arrivals.resize(block_slot + 1);
    return state_.arrivals[block_slot];
  }
  template <typename Visit>
  void each_request(std::uint32_t slot, std::span<const PendingCopy> copies, Visit visit);
  void check(std::uint32_t slot, std::span<const PendingCopy> copies);
  void land(std::uint32_t slot, std::span<const PendingCopy> copies, std::uint64_t clock);
  static constexpr std::uint64_t any_time = ~std::uint64_t{0};
  void land_arrivals(std::uint32_t slot, std::uint32_t lanes, std::optional<std::uint64_t> object, std::uint64_t clock,
                     std::uint64_t until);

  const LaunchContext& context_;
  Blocks& blocks_;
  Observation& observation_;
  Faults& faults_;
  State state_;
};

}  // namespace warplens::simt
