#include "analysis/line_counts.h"

#include <algorithm>
#include <bit>
#include <map>

#include "ptx/listing.h"

namespace warplens::analysis {
namespace {

struct Counts {
  std::uint64_t executed = 0, reads = 0, writes = 0, atomics = 0;  // lanes
};

/// Lane executions and accesses of each instruction of the listing.
std::vector<Counts> counts_by_instruction(const trace::Trace& trace, std::size_t instructions) {
  std::vector<Counts> counts(instructions);
  const trace::Steps& steps = trace.steps;
  for (std::size_t step = 0; step < steps.size(); ++step)
    if (steps.instruction[step] < instructions)
      counts[steps.instruction[step]].executed += static_cast<std::uint64_t>(std::popcount(steps.active[step]));
  const trace::Accesses& accesses = trace.accesses;
  for (std::size_t row = 0; row < accesses.size(); ++row) {
    const std::uint32_t step = accesses.step[row], instruction = steps.instruction[step];
    const trace::MemorySpace space = accesses.space[row];
    if (instruction >= instructions || (space != trace::MemorySpace::global && space != trace::MemorySpace::shared)) continue;
    Counts& of = counts[instruction];
    std::uint64_t& kind = accesses.kind[row] == trace::AccessKind::read    ? of.reads
                          : accesses.kind[row] == trace::AccessKind::write ? of.writes
                                                                           : of.atomics;
    kind += static_cast<std::uint64_t>(std::popcount(steps.active[step]));
  }
  return counts;
}

}  // namespace

std::uint32_t file_of(const ptx::Module& module, std::uint32_t function) {
  if (function >= module.functions.size()) return ptx::no_index;
  const std::vector<ptx::SourceLocation>& locations = module.functions[function].locations;
  for (const ptx::Instruction& instruction : module.functions[function].instructions) {
    std::uint32_t at = instruction.location;
    for (std::size_t steps = 0; at < locations.size() && steps <= locations.size(); ++steps) {
      if (locations[at].inlined_at == ptx::no_index && locations[at].file < module.files.size()) return locations[at].file;
      at = locations[at].inlined_at;
    }
  }
  return ptx::no_index;
}

std::uint32_t line_of(const ptx::Module& module, std::uint32_t function, std::uint32_t instruction, std::uint32_t file) {
  if (function >= module.functions.size() || instruction >= module.functions[function].instructions.size()) return 0;
  const std::vector<ptx::SourceLocation>& locations = module.functions[function].locations;
  std::uint32_t at = module.functions[function].instructions[instruction].location;
  // Each step goes one call outwards; a damaged chain that runs in a circle ends with the number of locations.
  for (std::size_t steps = 0; at < locations.size() && steps <= locations.size(); ++steps) {
    if (locations[at].file == file && locations[at].line != 0) return locations[at].line;
    at = locations[at].inlined_at;
  }
  return 0;
}

LineCounts line_counts(const trace::Trace& trace, const ptx::Module& module, std::uint32_t entry, std::uint32_t file) {
  LineCounts result;
  const ptx::Listing listing(module, entry);
  const std::vector<Counts> by_instruction = counts_by_instruction(trace, listing.size());
  std::map<std::uint32_t, Counts> by_line;
  for (std::uint32_t number = 0; number < by_instruction.size(); ++number) {
    const Counts& counts = by_instruction[number];
    if (counts.executed == 0) continue;
    const ptx::Listing::Position place = listing.place(number);
    const std::uint32_t line = line_of(module, place.function, place.instruction, file);
    if (line == 0) continue;
    Counts& sum = by_line[line];
    sum.executed = std::max(sum.executed, counts.executed);
    sum.reads += counts.reads;
    sum.writes += counts.writes;
    sum.atomics += counts.atomics;
  }
  for (const auto& [line, counts] : by_line) {
    const std::uint64_t stores = std::max(counts.writes, counts.atomics);
    result.line.push_back(line);
    result.threads.push_back(stores > 0 ? stores : counts.reads > 0 ? counts.reads : counts.executed);
    result.reads.push_back(counts.reads);
    result.writes.push_back(counts.writes);
    result.atomics.push_back(counts.atomics);
  }
  return result;
}

}  // namespace warplens::analysis
