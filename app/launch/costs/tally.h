#pragma once

#include <cstdint>

namespace warplens::launch {

/// Counts of one instruction of a launch, summed over all warps: exact, except the modelled cycles. A row of
/// LaunchResult::tallies. The sum over the instructions of a source line gives the counts of the line.
struct Tally {
  std::uint64_t executions = 0;          ///< times it was issued for a warp, even if its guard disabled every lane
  std::uint64_t lanes = 0;               ///< lanes that executed it (its guard was true), summed over executions; for a branch
                                         ///< or an exit, whose guard is its condition, all active lanes
  std::uint64_t divergent_branches = 0;  ///< branches: executions at which the lanes of a warp diverged

  // For instructions that access memory. One execution makes one request per buffer that its lanes access.
  std::uint64_t global_requests = 0, shared_requests = 0;
  std::uint64_t cached_requests = 0;  ///< to local, constant and parameter memory, which the model treats as always cached
  std::uint64_t bytes_asked = 0;      ///< global memory: lanes × width; lanes that access the same bytes count separately
  std::uint64_t shared_bytes = 0;     ///< shared memory: lanes × width
  std::uint64_t sectors = 0;          ///< 32-byte sectors of global memory touched, counted per request
  /// Modelled, for loads and atomics: sectors held by L1, held by L2, and not held by L2 (or still on their way to
  /// it).
  std::uint64_t l1_hits = 0, l2_hits = 0, l2_misses = 0;
  std::uint64_t conflicts = 0;   ///< passes over shared memory beyond one per request (per half or quarter warp for 8 or 16
                                 ///< bytes): each of the 32 banks delivers one 4-byte word per pass
  std::uint64_t collisions = 0;  ///< atomics: lanes at the most contended address of a request, minus one

  std::uint64_t arrivals = 0;  ///< block barriers: arrivals of warps, or of parts of diverged warps

  /// Modelled: cycles for which warps stalled at it: at a barrier, until the last arrival; otherwise, until its operands had
  /// arrived from memory. Not counted: waiting for an issue slot, for earlier arithmetic, and for other lanes of the same warp.
  std::uint64_t wait_cycles = 0;

  bool operator==(const Tally&) const = default;
};

inline Tally& operator+=(Tally& a, const Tally& b) {
  a.executions += b.executions;
  a.lanes += b.lanes;
  a.divergent_branches += b.divergent_branches;
  a.global_requests += b.global_requests;
  a.shared_requests += b.shared_requests;
  a.cached_requests += b.cached_requests;
  a.bytes_asked += b.bytes_asked;
  a.shared_bytes += b.shared_bytes;
  a.sectors += b.sectors;
  a.l1_hits += b.l1_hits;
  a.l2_hits += b.l2_hits;
  a.l2_misses += b.l2_misses;
  a.conflicts += b.conflicts;
  a.collisions += b.collisions;
  a.arrivals += b.arrivals;
  a.wait_cycles += b.wait_cycles;
  return a;
}

}  // namespace warplens::launch
