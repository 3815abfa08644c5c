#include "analysis/hierarchy.h"

#include <algorithm>
#include <bit>
#include <map>

#include "analysis/line_counts.h"
#include "analysis/memory_traffic.h"
#include "ptx/listing.h"
#include "ptx/opcode.h"

namespace warplens::analysis {
namespace {

enum class Way : std::uint8_t { up, down, both };

Way way_of(const ptx::Instruction& instruction) {
  if (ptx::row(instruction.opcode).instruction_class == ptx::InstructionClass::atomic) return Way::both;
  // Loads and asynchronous copies write registers or shared memory; stores have no destination.
  using enum ptx::Opcode;
  const bool stores = instruction.opcode == st || instruction.opcode == stmatrix ||
                      (instruction.opcode == wmma && instruction.modifiers.step == ptx::MatrixStep::store);
  return stores ? Way::down : Way::up;
}

void add(LevelTraffic& level, Way way, std::uint64_t bytes) {
  if (way != Way::down) level.up += bytes;
  if (way != Way::up) level.down += bytes;
}

/// `tally` of an instruction. Of the sectors of loads, L1 held l1_hits; atomics and stores go past it.
void add(Hierarchy& to, const launch::Tally& tally, Way way) {
  add(to.shared, way, tally.shared_bytes);
  if (way != Way::both) add(to.l1, way, tally.bytes_asked);
  const std::uint64_t past_l1 = tally.sectors - std::min(tally.l1_hits, tally.sectors);
  add(to.l2, way, past_l1 * sector_bytes);
  to.global_requests += tally.global_requests;
  to.shared_requests += tally.shared_requests;
  to.conflicts += tally.conflicts;
  if (way == Way::up) to.loaded_sectors += tally.sectors;
  to.l1_hits += tally.l1_hits;
  if (way != Way::down) to.l2_sectors += past_l1;
  to.l2_hits += tally.l2_hits;
  to.memory.up += tally.l2_misses * sector_bytes;
  to.waited += tally.wait_cycles;
}

/// Call visit(number, instruction, tally) for each instruction that has accessed shared or global memory.
template <typename Visit>
void each_access(const std::vector<launch::Tally>& tallies, const ptx::Module& module, const ptx::Listing& listing, Visit visit) {
  for (std::uint32_t number = 0; number < tallies.size(); ++number) {
    const ptx::Instruction* const instruction = listing.instruction(module, number);
    const launch::Tally& tally = tallies[number];
    if (instruction != nullptr && tally.global_requests + tally.shared_requests != 0) visit(number, *instruction, tally);
  }
}

}  // namespace

Hierarchy hierarchy(const launch::LaunchResult& result, const ptx::Module& module, std::uint32_t entry) {
  Hierarchy whole;
  each_access(result.tallies, module, ptx::Listing(module, entry),
              [&](std::uint32_t, const ptx::Instruction& instruction, const launch::Tally& tally) {
                add(whole, tally, way_of(instruction));
              });
  whole.memory = {result.counters.memory_sectors_read * sector_bytes, result.counters.memory_sectors_written * sector_bytes};
  return whole;
}

std::vector<LineHierarchy> hierarchy_by_line(const std::vector<launch::Tally>& tallies, const ptx::Module& module,
                                             std::uint32_t entry, std::uint32_t file) {
  const ptx::Listing listing(module, entry);
  std::map<std::uint32_t, Hierarchy> lines;
  each_access(tallies, module, listing,
              [&](std::uint32_t number, const ptx::Instruction& instruction, const launch::Tally& tally) {
                const ptx::Listing::Position place = listing.place(number);
                const std::uint32_t line = line_of(module, place.function, place.instruction, file);
                if (line != 0) add(lines[line], tally, way_of(instruction));
              });
  std::vector<LineHierarchy> rows;
  for (auto& [line, hierarchy] : lines) {
    hierarchy.writes_known = false;
    rows.push_back({line, hierarchy});
  }
  return rows;
}

std::optional<RequestWay> request_way(const trace::Trace& trace, std::uint64_t step) {
  const trace::Accesses& accesses = trace.accesses;
  auto at = static_cast<std::size_t>(std::ranges::upper_bound(accesses.step, step) - accesses.step.begin());
  const auto shown = [&](std::size_t row) {
    return accesses.space[row] == trace::MemorySpace::global || accesses.space[row] == trace::MemorySpace::shared;
  };
  while (at > 0 && !shown(at - 1)) --at;
  if (at == 0) return std::nullopt;
  RequestWay way;
  way.access = at - 1;
  while (way.access > 0 && accesses.step[way.access - 1] == accesses.step[at - 1]) --way.access;  // of a vector access
  const std::size_t row = way.access;
  const RowOffsets request(trace, row, trace.threads_per_block(), trace.warps_per_block());
  const std::uint32_t width = request_width(trace, row);
  const std::uint64_t bytes = static_cast<std::uint64_t>(std::popcount(request.active)) * width;
  const trace::RequestPath& path = accesses.path[row];
  launch::Tally tally;
  if (accesses.space[row] == trace::MemorySpace::shared) {
    tally.shared_requests = 1;
    tally.shared_bytes = bytes;
    tally.conflicts = bank_conflicts(request, width);
  } else {
    tally.global_requests = 1;
    tally.bytes_asked = bytes;
    tally.sectors = sectors(request, width);
    tally.l1_hits = path.l1;
    tally.l2_hits = path.l2;
    tally.l2_misses = path.memory;
  }
  const trace::AccessKind kind = accesses.kind[row];
  add(way.hierarchy, tally,
      kind == trace::AccessKind::atomic  ? Way::both
      : kind == trace::AccessKind::write ? Way::down
                                         : Way::up);
  way.hierarchy.writes_known = false;
  way.cycles = accesses.done[row] - std::min(accesses.done[row], trace.steps.cycle[accesses.step[row]]);
  way.queued = path.queued;
  return way;
}

}  // namespace warplens::analysis
