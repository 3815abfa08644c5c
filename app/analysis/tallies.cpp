#include "analysis/tallies.h"

#include <algorithm>
#include <bit>
#include <map>

#include "analysis/line_counts.h"
#include "analysis/memory_traffic.h"
#include "ptx/listing.h"

namespace warplens::analysis {
namespace {

using trace::AccessKind;
using trace::MemorySpace;

void add_request(launch::Tally& tally, const RowOffsets& request, MemorySpace space, AccessKind kind, std::uint32_t width) {
  switch (space) {
    case MemorySpace::global:
      ++tally.global_requests;
      tally.sectors += sectors(request, width);
      tally.bytes_asked += static_cast<std::uint64_t>(std::popcount(request.active)) * width;
      break;
    case MemorySpace::shared:
      ++tally.shared_requests;
      tally.shared_bytes += static_cast<std::uint64_t>(std::popcount(request.active)) * width;
      tally.conflicts += bank_conflicts(request, width);
      break;
    default:
      ++tally.cached_requests;
      break;
  }
  if (kind == AccessKind::atomic) tally.collisions += collisions(request);
}

bool is_block_barrier(const ptx::Instruction* instruction) {
  return instruction != nullptr && ptx::row(instruction->opcode).instruction_class == ptx::InstructionClass::barrier &&
         instruction->modifiers.barrier != ptx::BarrierMode::warp_sync;
}

}  // namespace

std::vector<launch::Tally> tallies(const trace::Trace& trace, const ptx::Module& module, std::uint32_t entry) {
  const ptx::Listing listing(module, entry);
  std::vector<launch::Tally> result(listing.size() + 1);  // the last for numbers past the listing, of a damaged trace
  const trace::Steps& steps = trace.steps;
  const trace::Accesses& accesses = trace.accesses;
  for (std::size_t step = 0; step < steps.size(); ++step) {
    const std::uint32_t number = std::min(steps.instruction[step], listing.size());
    launch::Tally& tally = result[number];
    ++tally.executions;
    tally.lanes += static_cast<std::uint64_t>(std::popcount(steps.active[step]));
    if (steps.active[step] != 0 && is_block_barrier(listing.instruction(module, number))) ++tally.arrivals;
  }
  const std::uint64_t threads = trace.threads_per_block(), warps = trace.warps_per_block();
  for (std::size_t row = 0; row < accesses.size();) {
    const std::uint32_t step = accesses.step[row];
    // The rows of a vector access lie one after the other, and its first row is where the lanes' addresses are.
    std::size_t end = row + 1;
    while (end < accesses.size() && accesses.step[end] == step) ++end;
    const auto width = static_cast<std::uint32_t>((end - row) * accesses.bytes[row]);
    launch::Tally& tally = result[std::min(steps.instruction[step], listing.size())];
    add_request(tally, RowOffsets(trace, row, threads, warps), accesses.space[row], accesses.kind[row], std::min(width, 16u));
    row = end;
  }
  result.pop_back();
  return result;
}

std::vector<LineTally> tallies_by_line(const std::vector<launch::Tally>& tallies, const ptx::Module& module, std::uint32_t entry,
                                       std::uint32_t file) {
  const ptx::Listing listing(module, entry);
  std::map<std::uint32_t, launch::Tally> by_line;
  for (std::uint32_t number = 0; number < tallies.size(); ++number) {
    if (tallies[number].executions == 0) continue;
    const ptx::Listing::Position place = listing.place(number);
    by_line[line_of(module, place.function, place.instruction, file)] += tallies[number];
  }
  std::vector<LineTally> rows;
  for (const auto& [line, tally] : by_line) rows.push_back({line, tally});
  return rows;
}

}  // namespace warplens::analysis
