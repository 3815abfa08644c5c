#pragma once

#include <cstdint>

namespace warplens::launch {

/// What one instruction of a launch did, added up over all warps: exact, but for the cycles. A row of LaunchResult::tallies; sums
/// over the rows of a source line tell what the line did.
struct Tally {
  std::uint64_t executions = 0;  ///< times it was issued for a warp, also where its guard let no lane through
  std::uint64_t lanes = 0;       ///< lanes that executed it, over all executions: those that its guard let through; of a branch
                                 ///< or an exit, whose guard is its condition, all that came to it
  std::uint64_t divergent_branches = 0;  ///< of a branch: executions at which the lanes of a warp diverged

  // Of an instruction that accesses memory. A request is what one execution asks of one buffer: lanes that go to several buffers
  // make several requests.
  std::uint64_t global_requests = 0, shared_requests = 0;
  std::uint64_t cached_requests = 0;  ///< to local, constant and parameter memory: the model has them cached, without detail
  std::uint64_t bytes_asked = 0;  ///< of global memory: lanes × width, counted again for each lane that asks for the same bytes
  std::uint64_t sectors = 0;      ///< of 32 bytes of global memory that the requests touched, counted anew for each request
  std::uint64_t conflicts = 0;   ///< passes over shared memory beyond one per request (half- or quarter-warp where wider), as its
                                 ///< 32 banks give one 4-byte word each at a time
  std::uint64_t collisions = 0;  ///< of an atomic: lanes that the busiest address of a request had beyond one

  std::uint64_t arrivals = 0;  ///< of a block's barrier: warps, or parts of warps, that came to it

  /// Modelled: cycles that warps stood at it, of a barrier until all had come, else until values that it needs were back from
  /// memory. Left out: waiting for a turn to issue, for earlier arithmetic, and for lanes of the own warp.
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
  a.sectors += b.sectors;
  a.conflicts += b.conflicts;
  a.collisions += b.collisions;
  a.arrivals += b.arrivals;
  a.wait_cycles += b.wait_cycles;
  return a;
}

}  // namespace warplens::launch
