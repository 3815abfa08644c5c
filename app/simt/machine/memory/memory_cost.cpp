#include <algorithm>

#include "simt/code/execute/cells.h"
#include "simt/machine/memory/memory_unit.h"

namespace warplens::simt {
namespace {

/// Bytes of a multiprocessor's L1 cache in this launch: where it shares its memory with shared memory, what the blocks that fit
/// leave, also where fewer are resident.
std::uint64_t l1_bytes(const LaunchContext& context) {
  const DeviceSpec& spec = context.spec;
  if (!spec.l1_shares_with_shared) return spec.l1_bytes;
  const std::uint64_t used =
      launch::fitting_blocks(context.occupancy) * (context.shared_bytes + spec.per_multiprocessor.shared_reserved);
  return spec.l1_bytes - std::min<std::uint64_t>(used, spec.l1_bytes);
}

/// A slice of L2 serves a request for up to 64 bytes of a line per cycle, also where fewer are wanted (A100 white paper: "64
/// B/clk" per slice).
constexpr std::uint64_t l2_request_bytes = 64;

}  // namespace

void MemoryUnit::make_caches() {
  for (std::uint32_t sectors = 0; sectors < l1_cycles_.size(); ++sectors)
    l1_cycles_[sectors] = static_cast<std::uint8_t>((sectors + spec_.l1_sectors_per_cycle - 1) / spec_.l1_sectors_per_cycle);
  if (!context_.timed) return;
  state_.l1.assign(spec_.multiprocessors, L1Cache(l1_bytes(context_)));
  if (share_.common != nullptr) return;  // it has made the L2 cache
  for (const Allocation& allocation : memory_.allocations())
    if (!allocation.late) state_.l2.add_allocation(memory_.slot_of(allocation), allocation.window.size);
}

void MemoryUnit::find_lines(AccessPattern& pattern, std::uint64_t start, std::uint32_t active) const {
  pattern.lines_from = pattern.lines_to = static_cast<std::uint8_t>(start);
  RequestLines& lines = pattern.lines;
  if (pattern.range_count == 0) return executor_.find_lines(pattern.from_lowest, start, active, lines);
  // The lines stay the same while no range starts or ends in another sector: a walk through a row of 4-byte elements determines
  // them once per sector, not once per element.
  const std::uint64_t in_sector = start % sector_bytes, room = sector_bytes - 1 - pattern.in_sector;
  if (in_sector <= room) {
    pattern.lines_from = static_cast<std::uint8_t>(start - in_sector);
    pattern.lines_to = static_cast<std::uint8_t>(start - in_sector + room);
  }
  lines.count = lines.sectors = 0;
  std::uint64_t next = 0;  // first sector not counted yet
  for (std::size_t range = 0; range < pattern.range_count; ++range) {
    const auto [first, last] = pattern.ranges[range];
    const std::uint64_t end = (start + last) / sector_bytes + 1;
    for (std::uint64_t sector = std::max(next, (start + first) / sector_bytes); sector < end; ++sector) {
      const auto line = static_cast<std::uint32_t>(sector / 4);
      if (lines.count == 0 || lines.line[lines.count - 1] != line) {
        lines.line[lines.count] = line;
        lines.touched[lines.count++] = 0;
      }
      lines.touched[lines.count - 1] |= static_cast<std::uint8_t>(1u << sector % 4);
      ++lines.sectors;
    }
    next = end;
  }
}

std::uint64_t MemoryUnit::cycles_beyond(Running& running, const Decoded& instruction, const Allocation& allocation,
                                        std::uint64_t lowest, const RequestLines& lines, launch::Tally& tally) {
  const bool stores = instruction.kind == Kind::store, loads = !stores && instruction.kind != Kind::atomic;
  const L2Use use = loads ? L2Use::load : stores ? L2Use::store : L2Use::update;
  L1Cache& l1 = state_.l1[running.block.sm];
  const bool in_l1 = instruction.in_l1 && l1.exists();
  const std::uint64_t first_line = lowest / line_bytes;
  const std::uint64_t first_number = allocation.window.base / line_bytes + first_line;
  const std::uint64_t clock = running.clock;
  const std::size_t slot = memory_.slot_of(allocation);
  if (allocation.late) l2_.add_allocation(slot, allocation.window.size);
  std::uint64_t far = 0, done = 0;  // latency beyond L1, drawn for the whole request
  std::uint32_t beyond = 0, from_memory = 0, halves = 0;
  for (std::uint32_t i = 0; i < lines.count; ++i) {
    std::uint32_t wanted = lines.touched[i];
    L1Cache::Line* line = nullptr;
    if (in_l1) {
      line = &l1.use(first_number + lines.line[i]);
      const std::uint32_t hit = wanted & line->sectors();
      if (hit != 0) done = std::max({done, clock + spec_.l1_latency, line->ready(clock)});
      wanted &= ~hit;
      if (wanted == 0) continue;
    }
    if (beyond == 0) {
      if (share_.common != nullptr && !share_.common->wait_for_interval(share_.core, state_.interval_end - L2Cache::interval)) {
        faults_.start_over();
        return 1;
      }
      far = running.warp.jitter.below(spec_.latency_jitter + 1);
    }
    beyond += count_sectors(wanted);
    halves += ((wanted & 3) != 0) + ((wanted & 12) != 0);
    const std::uint32_t held = l2_.access(slot, first_line + lines.line[i], wanted, use, share_.core);
    const std::uint32_t missing = stores ? 0 : count_sectors(wanted & ~held);
    from_memory += missing;
    const std::uint64_t latency = missing != 0 ? spec_.memory_latency + l2_.queue_cycles() : spec_.l2_latency;
    const std::uint64_t arrives = clock + latency + far;
    done = std::max(done, arrives);
    if (line != nullptr) line->add(wanted, arrives);
  }
  if (loads) tally.l1_hits += lines.sectors - beyond;
  if (!stores) {
    tally.l2_hits += beyond - from_memory;
    tally.l2_misses += from_memory;
  }
  running.l2_bytes += halves * l2_request_bytes;
  return done - clock + (l1_cycles_[lines.sectors] - 1u);
}

/// Local memory is interleaved: the same word of the 32 lanes is one line (CUDA C++ Programming Guide, "Local Memory"). What L1
/// does not hold is in L2.
std::uint64_t MemoryUnit::local_cycles(Running& running, const Decoded& instruction, const Request& request,
                                       launch::Tally& tally) {
  constexpr std::uint64_t word_bytes = 4, local_lines = std::uint64_t{1} << 39;  // line numbers beyond those of buffers
  const std::uint32_t words = std::max(1u, instruction.bytes * std::uint32_t{instruction.vector} / 4);
  LaneOffsets addresses = request.offsets();
  for (std::size_t lane = 0; lane < warp_size; ++lane)
    addresses[lane] = addresses[lane] / word_bytes * line_bytes + lane * word_bytes;
  RequestLines lines;
  executor_.find_lines(addresses, 0, request.active, lines);
  ++tally.cached_requests;
  running.l1_cycles += lines.count * words;
  if (!context_.timed) return 1;
  L1Cache& l1 = state_.l1[running.block.sm];
  const std::uint64_t first = local_lines + running.warp.in_grid * (request.stride / word_bytes);
  std::uint64_t cycles = spec_.l1_latency;
  std::uint32_t missed = 0;
  for (std::uint32_t i = 0; i < lines.count; ++i) {
    for (std::uint32_t word = 0; word < words; ++word) {
      if (!l1.exists()) {
        missed += count_sectors(lines.touched[i]);
        continue;
      }
      L1Cache::Line& line = l1.use(first + lines.line[i] + word);
      const std::uint32_t missing = lines.touched[i] & ~line.sectors();
      if (instruction.kind == Kind::load) missed += count_sectors(missing);
      line.add(lines.touched[i], running.clock);
    }
  }
  if (missed != 0) cycles = spec_.l2_latency;
  running.l2_bytes += std::uint64_t{missed} * sector_bytes;
  return cycles + lines.count * words - 1;
}

/// A request to constant memory is split into as many as there are different addresses (CUDA C++ Programming Guide, "Constant
/// Memory").
std::uint32_t MemoryUnit::different_words(const Request& request) const {
  RequestLines lines;
  LaneOffsets scaled = *request.distances;  // a line of its own for each word
  for (std::uint64_t& offset : scaled) offset = offset / 4 * line_bytes;
  executor_.find_lines(scaled, 0, request.active, lines);
  return lines.count;
}

/// Cycles from `clock` until the last lane's atomic begins: atomics on one address are serialised. `most`: the largest number of
/// lanes on one address.
std::uint64_t MemoryUnit::queue_cycles(const ResidentWarp& warp, const Request& request, std::uint32_t most,
                                       std::uint64_t clock) {
  const bool shared = request.space == trace::MemorySpace::shared;
  AtomicQueue& queue = shared ? shared_atomics(warp.block) : state_.atomics;
  // An offset in shared memory; a generic address reaches it through the shared window.
  const std::uint64_t lowest = (shared ? 0 : request.window.base) + request.lowest;
  const LaneOffsets& distances = *request.distances;
  if (most == count_lanes(request.active)) {
    const auto first = static_cast<std::size_t>(std::countr_zero(request.active));
    return queue.enter(lowest + distances[first], clock, most, spec_.atomic_cycles) - clock;
  }
  std::uint64_t last = clock;
  each_lane(request.active, [&](std::size_t lane) {
    last = std::max(last, queue.enter(lowest + distances[lane], clock, 1, spec_.atomic_cycles));
  });
  return last - clock;
}

/// Cycles from `clock` until the value has arrived or the write is complete; counts the request.
std::uint64_t MemoryUnit::cost(Running& running, const Decoded& instruction, const Request& request, launch::Tally& tally) {
  const std::uint32_t bytes = std::uint32_t{instruction.bytes} * instruction.vector;
  AccessPattern& pattern = state_.patterns[instruction.access];
  std::uint64_t cycles = 0;
  switch (request.space) {
    case trace::MemorySpace::shared: {
      const std::uint32_t count = request.in_pattern
                                      ? passes(pattern, request.lowest, request.active, bytes)
                                      : 1 + executor_.count_conflicts(*request.distances, request.lowest, request.active, bytes);
      cycles = shared_cycles(running, count, request.active, bytes, tally);
      break;
    }
    case trace::MemorySpace::global: {
      tally.bytes_asked += count_lanes(request.active) * bytes;
      const auto cycles_of = [&](const RequestLines& touched) {
        return global_cycles(running, instruction, *request.allocation, request.lowest, touched, tally);
      };
      if (request.in_pattern) {
        cycles = cycles_of(lines(pattern, request.lowest, request.active));
      } else {
        RequestLines touched;  // here: clearing it costs more than a request in its pattern
        executor_.find_lines(*request.distances, request.lowest % line_bytes, request.active, touched);
        cycles = cycles_of(touched);
      }
      break;
    }
    case trace::MemorySpace::local:
      cycles = local_cycles(running, instruction, request, tally);
      break;
    default: {  // the constant cache holds what a kernel reads of constant memory and its parameters
      const std::uint32_t words = different_words(request);
      ++tally.cached_requests;
      running.l1_cycles += words;
      cycles = spec_.shared_latency * std::uint64_t{words};
      break;
    }
  }
  if (instruction.kind == Kind::atomic) {
    std::uint32_t lanes = request.in_pattern ? pattern.max_on_one : 0;
    if (lanes == 0) lanes = executor_.max_on_one_address(*request.distances, request.active);
    if (request.in_pattern) pattern.max_on_one = static_cast<std::uint8_t>(lanes);
    tally.collisions += lanes - 1;
    cycles += queue_cycles(running.warp, request, lanes, running.clock);
  }
  return cycles;
}

}  // namespace warplens::simt
