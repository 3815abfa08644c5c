#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "launch/launch_result.h"
#include "ptx/module.h"

// Bytes that moved through the memory hierarchy, for a launch, a source line or a request. Between registers and L1 or shared
// memory: the bytes that lanes asked for (counted). Below L1: whole sectors (modelled). Left out: local, constant and parameter
// memory.

namespace warplens::analysis {

/// Bytes between two neighbouring levels.
struct LevelTraffic {
  std::uint64_t up = 0;    ///< towards the registers: loads, and reads by atomics
  std::uint64_t down = 0;  ///< towards memory: stores, and writes by atomics
  bool operator==(const LevelTraffic&) const = default;
};

struct Hierarchy {
  LevelTraffic shared{};     ///< between registers and shared memory
  LevelTraffic l1{};         ///< between registers and L1; without atomics, which L2 executes
  LevelTraffic l2{};         ///< between L1 and L2
  LevelTraffic memory{};     ///< between L2 and memory
  bool writes_known = true;  ///< false for a part of a launch: L2 writes back later, so memory.down is unknown
  std::uint64_t global_requests = 0, shared_requests = 0;  ///< requests by warps
  std::uint64_t conflicts = 0;                             ///< bank conflicts: passes beyond one per request
  std::uint64_t loaded_sectors = 0, l1_hits = 0;           ///< sectors of loads; of these, found in L1
  std::uint64_t l2_sectors = 0, l2_hits = 0;               ///< sectors that loads and atomics asked of L2; of these, found in L2
  std::uint64_t waited = 0;                                ///< cycles, added up over warps (Tally::wait_cycles)
  bool operator==(const Hierarchy&) const = default;
};

/// The traffic of a whole launch. Needs LaunchResult::tallies.
Hierarchy hierarchy(const launch::LaunchResult& result, const ptx::Module& module, std::uint32_t entry);

struct LineHierarchy {
  std::uint32_t line = 0;  ///< 1-based
  Hierarchy hierarchy{};
};
/// One entry for each line of source file `file` that accesses shared or global memory, in ascending order. For memory, `up` is
/// an upper bound: a sector that L2 misses again while it is still being fetched is counted twice.
std::vector<LineHierarchy> hierarchy_by_line(const std::vector<launch::Tally>& tallies, const ptx::Module& module,
                                             std::uint32_t entry, std::uint32_t file);

/// How far one request of a warp went, and how long it took.
struct RequestWay {
  std::size_t access = 0;  ///< its first row in Trace::accesses
  Hierarchy hierarchy;
  std::uint64_t cycles = 0;  ///< from issue until its values arrived or its write was complete
  std::uint64_t queued = 0;  ///< of these, spent waiting behind other requests to memory
  bool operator==(const RequestWay&) const = default;
};
/// Follow the latest request to shared or global memory at or before row `step` of Trace::steps; nothing if there is none.
std::optional<RequestWay> request_way(const trace::Trace& trace, std::uint64_t step);

}  // namespace warplens::analysis
