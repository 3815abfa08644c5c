#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "launch/launch_result.h"
#include "ptx/module.h"

// What moved through the memory hierarchy: for a launch, a source line or a request. Bytes between registers and L1 or shared
// memory are those that lanes asked for (counted); below L1 they are whole sectors (modelled). Left out: local, constant and
// parameter memory.

namespace warplens::analysis {

/// Bytes between two neighbouring levels.
struct LevelTraffic {
  std::uint64_t up = 0;    ///< towards the registers: loads and what atomics read
  std::uint64_t down = 0;  ///< towards memory: stores and what atomics write
  bool operator==(const LevelTraffic&) const = default;
};

struct Hierarchy {
  LevelTraffic shared{};     ///< registers and shared memory
  LevelTraffic l1{};         ///< registers and L1, without atomics, which L2 executes
  LevelTraffic l2{};         ///< L1 and L2
  LevelTraffic memory{};     ///< L2 and memory
  bool writes_known = true;  ///< memory.down: not of a part of a launch, as L2 writes sectors back later
  std::uint64_t global_requests = 0, shared_requests = 0;  ///< of warps
  std::uint64_t conflicts = 0;                             ///< of banks: passes beyond one a request
  std::uint64_t loaded_sectors = 0, l1_hits = 0;           ///< of loads, and those that L1 held
  std::uint64_t l2_sectors = 0, l2_hits = 0;               ///< of loads and atomics that went past L1, and those that L2 held
  std::uint64_t waited = 0;                                ///< cycles, added up over warps (Tally::wait_cycles)
  bool operator==(const Hierarchy&) const = default;
};

/// Of a whole launch. Needs LaunchResult::tallies.
Hierarchy hierarchy(const launch::LaunchResult& result, const ptx::Module& module, std::uint32_t entry);

struct LineHierarchy {
  std::uint32_t line = 0;  ///< 1-based
  Hierarchy hierarchy{};
};
/// One entry for each line of source file `file` that accesses shared or global memory, in ascending order. For memory, `up` is
/// an upper bound: a sector that L2 misses again while it is still being fetched is counted twice.
std::vector<LineHierarchy> hierarchy_by_line(const std::vector<launch::Tally>& tallies, const ptx::Module& module,
                                             std::uint32_t entry, std::uint32_t file);

/// The way of one request of a warp.
struct RequestWay {
  std::size_t access = 0;  ///< its first row in Trace::accesses
  Hierarchy hierarchy;
  std::uint64_t cycles = 0;  ///< until its values arrived, or its write was complete
  std::uint64_t queued = 0;  ///< of these, behind other requests to memory
  bool operator==(const RequestWay&) const = default;
};
/// Of the latest request to shared or global memory at or before row `step` of Trace::steps; nothing if there is none.
std::optional<RequestWay> request_way(const trace::Trace& trace, std::uint64_t step);

}  // namespace warplens::analysis
