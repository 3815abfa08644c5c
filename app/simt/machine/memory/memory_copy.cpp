#include <algorithm>
#include <bit>
#include <cstring>

#include "base/number_format.h"
#include "simt/code/execute/cells.h"
#include "simt/code/memory/mbarrier.h"
#include "simt/machine/memory/memory_unit.h"
#include "simt/machine/observe/observers.h"

namespace warplens::simt {
namespace {

std::uint32_t size_of(const Decoded& instruction) { return std::uint32_t{instruction.bytes} * instruction.vector; }

/// Number of bytes a lane reads; the rest of its copy is zero-filled.
std::uint32_t bytes_read(const Frame& frame, const Decoded& instruction, std::size_t lane) {
  const std::uint32_t size = size_of(instruction);
  const Row ignored = instruction.operands[copy_ignored_slot], source_size = instruction.operands[copy_size_slot];
  if (ignored != no_row) return frame.predicate(ignored) >> lane & 1 ? 0 : size;
  if (source_size == no_row) return size;
  std::uint32_t bytes;
  std::memcpy(&bytes, frame.source(source_size) + lane * sizeof bytes, sizeof bytes);
  return std::min(bytes, size);
}

}  // namespace

/// Whether a lane may write at an offset in shared memory; if not, the fault is raised.
bool MemoryUnit::in_shared(const Running& running, const Decoded& instruction, std::size_t lane, std::uint64_t offset) {
  std::vector<std::byte>& shared = running.block.shared;
  const std::uint64_t size = size_of(instruction);
  if (shared.size() >= size && offset <= shared.size() - size && offset % size == 0) return true;
  Request request;
  request.window = {shared.data(), 0, shared.size()};
  request.space = trace::MemorySpace::shared;
  faults_.raise_access(running.warp, as_store(instruction), running.group.pc, static_cast<int>(lane), offset, request);
  return false;
}

/// Offset in shared memory of the mbarrier at which a lane's bytes complete; none after a fault.
std::optional<std::uint64_t> MemoryUnit::mbarrier_at(const Running& running, const Decoded& instruction, Row row,
                                                     std::size_t lane) {
  const ResidentWarp& warp = running.warp;
  const std::uint64_t base = row == no_row ? 0 : read_cell(warp.frame, row, instruction.destination_wide ? 8 : 4, lane);
  const std::uint64_t object = base + instruction.target, room = running.block.shared.size();
  if (object % Mbarrier::bytes == 0 && room >= Mbarrier::bytes && object <= room - Mbarrier::bytes) return object;
  const auto at = static_cast<int>(lane);
  faults_.raise(launch::FaultKind::invalid_barrier, warp, running.group.pc, at,
                faults_.thread_text(warp, at) + (instruction.kind == Kind::store ? " stores" : " copies") +
                    " for an mbarrier at byte " + std::to_string(object) + ", where there is no shared memory for one, at " +
                    faults_.place_text(running.group.pc));
  return std::nullopt;
}

/// Destination offsets of the lanes in shared memory. False after a fault.
bool MemoryUnit::find_destinations(const Running& running, const Decoded& instruction, std::uint32_t active,
                                   LaneOffsets& destinations) {
  const ResidentWarp& warp = running.warp;
  const Row row = instruction.operands[copy_destination_slot];
  bool good = true;
  each_lane(active, [&](std::size_t lane) {
    std::uint64_t base = 0;
    const std::size_t cell = instruction.destination_wide ? 8 : 4;
    if (row != no_row) std::memcpy(&base, warp.frame.source(row) + lane * cell, cell);
    const std::uint64_t address = base + instruction.immediate;
    destinations[lane] = instruction.destination_wide ? address : static_cast<std::uint32_t>(address);
    good = good && in_shared(running, instruction, lane, destinations[lane]);
  });
  return good;
}

/// Lanes that read their full size form one request; each other lane reads separately.
template <typename Observer>
void MemoryUnit::copy(Running& running, const Decoded& instruction, std::uint32_t active) {
  const ResidentWarp& warp = running.warp;
  observation_.loops().changed();
  copies_.make_room(running.slot, running.clock);
  if (instruction.copy == ptx::CopyStep::store) return store_later(running, instruction, active);
  LaneOffsets destinations{};
  if (!find_destinations(running, instruction, active, destinations)) return;
  if (instruction.copy == ptx::CopyStep::bulk) return copy_bulk(running, instruction, active, destinations);
  const std::size_t first = copies_.pending(running.slot);
  LaneOffsets addresses;
  executor_.addresses(warp.frame, instruction, addresses);
  std::uint32_t whole = 0;
  each_lane(active, [&](std::size_t lane) {
    const std::uint32_t bytes = bytes_read(warp.frame, instruction, lane);
    if (bytes == size_of(instruction))
      whole |= 1u << lane;
    else if (!faults_.raised())
      stage_part(running, instruction, lane, addresses[lane], bytes);
  });
  if (faults_.raised()) return;
  if (whole != 0) access<Observer>(running, instruction, whole);
  copies_.set_destinations(running.slot, first, destinations);
  copies_.issued(running.slot, first);
}

/// st.async: what the registers hold is on its way, and completes its number of bytes at the mbarrier.
void MemoryUnit::store_later(Running& running, const Decoded& instruction, std::uint32_t active) {
  const Frame& frame = running.warp.frame;
  const std::uint32_t pc = running.group.pc, size = size_of(instruction);
  LaneOffsets addresses;
  executor_.addresses(frame, instruction, addresses);
  each_lane(active, [&](std::size_t lane) {
    if (faults_.raised() || !in_shared(running, instruction, lane, addresses[lane])) return;
    const auto object = mbarrier_at(running, instruction, instruction.operands[store_mbarrier_slot], lane);
    if (!object) return;
    std::array<std::byte, sizeof PendingCopy::data> values{};
    for (std::size_t i = 0; i < instruction.vector; ++i) {
      const std::uint64_t bits = read_cell(frame, instruction.operands[i], instruction.values_wide ? 8 : 4, lane);
      std::memcpy(values.data() + i * instruction.bytes, &bits, instruction.bytes);
    }
    const std::size_t first = copies_.pending(running.slot);
    copies_.stage(running.slot, pc, lane, values.data(), size).destination = addresses[lane];
    copies_.issued(running.slot, first);
    copies_.arrive_later(running.slot, lane, pc, *object, size, running.clock, running.clock);
  });
}

/// cp.async.bulk: copies in units of 16 bytes, then completes that number of bytes at the mbarrier.
void MemoryUnit::copy_bulk(Running& running, const Decoded& instruction, std::uint32_t active, const LaneOffsets& destinations) {
  const ResidentWarp& warp = running.warp;
  ResidentBlock& block = running.block;
  const std::uint32_t pc = running.group.pc, step = size_of(instruction);
  LaneOffsets addresses;
  executor_.addresses(warp.frame, instruction, addresses);
  each_lane(active, [&](std::size_t lane) {
    const auto size = static_cast<std::uint32_t>(read_cell(warp.frame, instruction.operands[copy_size_slot], 4, lane));
    const std::uint64_t room = block.shared.size();
    const auto at = static_cast<int>(lane);
    if (faults_.raised()) return;
    if (size % step != 0)
      return faults_.raise(launch::FaultKind::misaligned, warp, pc, at,
                           faults_.thread_text(warp, at) + " copies " + base::counted(size, "byte") + " in bulk at " +
                               faults_.place_text(pc) + ", which is not a multiple of 16");
    const auto object = mbarrier_at(running, instruction, instruction.operands[copy_mbarrier_slot], lane);
    if (!object) return;
    const std::size_t first = copies_.pending(running.slot);
    for (std::uint32_t done = 0; done < size && !faults_.raised(); done += step) {
      Request request;
      request.window = {block.shared.data(), 0, room};
      request.space = trace::MemorySpace::shared;
      const std::uint64_t to = destinations[lane] + done;
      if (to > room - step) return faults_.raise_access(warp, as_store(instruction), pc, at, to, request);
      if (PendingCopy* const copy = stage_part(running, instruction, lane, addresses[lane] + done, step)) copy->destination = to;
    }
    if (faults_.raised()) return;
    copies_.issued(running.slot, first);
    copies_.arrive_later(running.slot, lane, pc, *object, size, running.clock,
                         bulk_done(running, instruction, addresses[lane], size));
  });
}

/// Cycle in which the last sector of a bulk copy has arrived; counts it as one request.
std::uint64_t MemoryUnit::bulk_done(Running& running, const Decoded& instruction, std::uint64_t address, std::uint32_t size) {
  constexpr std::uint64_t part = 8 * line_bytes;  // as many sectors as a request of a warp has at most
  launch::Tally& tally = observation_.tally(running.group.pc);
  const std::uint64_t requests = tally.global_requests + 1;
  tally.bytes_asked += size;
  const Allocation* const allocation = memory_.find(address);
  std::uint64_t done = running.clock;
  const std::uint64_t begin = size == 0 ? 0 : address - allocation->window.base, end = begin + size;
  for (std::uint64_t at = begin; at < end;) {
    const std::uint64_t next = std::min(at / part * part + part, end);
    RequestLines lines;
    for (std::uint64_t sector = at / sector_bytes; sector * sector_bytes < next; ++sector) {
      const auto line = static_cast<std::uint32_t>(sector * sector_bytes / line_bytes - at / line_bytes);
      if (lines.count == 0 || lines.line[lines.count - 1] != line) lines.line[lines.count++] = line;
      lines.touched[lines.count - 1] |= static_cast<std::uint8_t>(1u << sector % (line_bytes / sector_bytes));
      ++lines.sectors;
    }
    done = std::max(done, running.clock + global_cycles(running, instruction, *allocation, at, lines, tally));
    at = next;
  }
  tally.global_requests = requests;
  state_.end_cycle = std::max(state_.end_cycle, done);
  return done;
}

void MemoryUnit::prefetch(Running& running, const Decoded& instruction, std::uint32_t active) {
  LaneOffsets addresses;
  executor_.addresses(running.warp.frame, instruction, addresses);
  for (std::uint32_t rest = active; rest != 0;) {
    const std::uint64_t slot = addresses[static_cast<std::size_t>(std::countr_zero(rest))] >> slot_bits;
    const Allocation* const allocation = memory_.find(slot << slot_bits);
    const bool cached = allocation != nullptr && !allocation->constant;
    std::uint32_t together = 0, inside = 0;
    std::uint64_t lowest = ~std::uint64_t{0};
    each_lane(rest, [&](std::size_t lane) {
      if (addresses[lane] >> slot_bits != slot) return;
      together |= 1u << lane;
      if (!cached || addresses[lane] - allocation->window.base >= allocation->window.size) return;
      inside |= 1u << lane;
      lowest = std::min(lowest, addresses[lane] - allocation->window.base);
    });
    rest &= ~together;
    if (inside == 0) continue;
    LaneOffsets distances{};
    each_lane(inside, [&](std::size_t lane) { distances[lane] = addresses[lane] - allocation->window.base - lowest; });
    RequestLines lines;
    executor_.find_lines(distances, lowest % line_bytes, inside, lines);
    global_cycles(running, instruction, *allocation, lowest, lines, observation_.tally(running.group.pc));
  }
}

/// Store the first `bytes` that one lane reads, zero-padded. Null after a fault.
PendingCopy* MemoryUnit::stage_part(Running& running, const Decoded& instruction, std::size_t lane, std::uint64_t address,
                                    std::uint32_t bytes) {
  const std::uint32_t pc = running.group.pc;
  if (bytes == 0) return &copies_.stage(running.slot, pc, lane, nullptr, 0);
  Request request;
  request.allocation = memory_.find(address);
  if (request.allocation != nullptr) request.window = request.allocation->window;
  const std::uint64_t offset = address - request.window.base, size = request.window.size;
  if (size < bytes || offset > size - bytes || offset % size_of(instruction) != 0) {
    faults_.raise_access(running.warp, instruction, pc, static_cast<int>(lane), address, request);
    return nullptr;
  }
  if (observation_.checks() != nullptr) check_part(running, instruction, lane, offset, bytes, request);
  return &copies_.stage(running.slot, pc, lane, request.window.memory + offset, bytes);
}

/// Check a partial read by whole words; copies of less than 4 bytes are not checked.
void MemoryUnit::check_part(const Running& running, const Decoded& instruction, std::size_t lane, std::uint64_t offset,
                            std::uint32_t bytes, Request request) {
  Decoded words = instruction;
  words.bytes = 4;
  words.vector = static_cast<std::uint8_t>(bytes / words.bytes);
  if (words.vector == 0) return;
  request.active = 1u << lane;
  request.own.fill(0);
  request.own[lane] = offset;
  request.distances = &request.own;
  observation_.check_access(running.warp, running.group.frame, words, running.group.pc, request);
}

template void MemoryUnit::copy<NoObserver>(Running&, const Decoded&, std::uint32_t);
template void MemoryUnit::copy<TraceObserver>(Running&, const Decoded&, std::uint32_t);
template void MemoryUnit::copy<CheckObserver>(Running&, const Decoded&, std::uint32_t);

}  // namespace warplens::simt
