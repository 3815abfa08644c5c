#include <algorithm>
#include <bit>
#include <cstring>

#include "base/number_format.h"
#include "simt/execute/cells.h"
#include "simt/machine/machine.h"

// cp.async (PTX ISA, "Asynchronous copy"): a thread's copies from global to shared memory are read when they are issued and
// written at its wait for them, the latest moment that the ISA allows. So a wait that is missing shows: nobody finds the data.

namespace warplens::simt {
namespace {

/// Copies of one warp that are kept back at most; far more than pipelines have on their way. Beyond, they land early.
constexpr std::size_t most_pending = 64 * warp_size;

std::uint32_t size_of(const Decoded& instruction) { return std::uint32_t{instruction.bytes} * instruction.vector; }

/// Bytes that a lane reads; what it copies beyond them is zeros.
std::uint32_t bytes_read(const Frame& frame, const Decoded& instruction, std::size_t lane) {
  const std::uint32_t size = size_of(instruction);
  const Row ignored = instruction.operands[copy_ignored_slot], source_size = instruction.operands[copy_size_slot];
  if (ignored != no_row) return frame.predicate(ignored) >> lane & 1 ? 0 : size;
  if (source_size == no_row) return size;
  std::uint32_t bytes;
  std::memcpy(&bytes, frame.source(source_size) + lane * sizeof bytes, sizeof bytes);
  return std::min(bytes, size);
}

/// The store that a landing copy is.
Decoded as_store(const Decoded& copy) {
  Decoded store = copy;
  store.kind = Kind::store;
  store.space = ptx::Space::shared;
  store.copy = ptx::CopyStep::none;
  store.operands.fill(no_row);
  return store;
}

}  // namespace

/// Offsets in shared memory that the lanes write to; false after a fault.
bool Machine::find_destinations(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, std::uint32_t active,
                                LaneOffsets& destinations) {
  std::vector<std::byte>& shared = resident_[warp.block].shared;
  const std::uint64_t size = size_of(instruction);
  const Row row = instruction.operands[copy_destination_slot];
  bool good = true;
  each_lane(active, [&](std::size_t lane) {
    std::uint64_t base = 0;
    const std::size_t cell = instruction.destination_wide ? 8 : 4;
    if (row != no_row) std::memcpy(&base, warp.frame.source(row) + lane * cell, cell);
    const std::uint64_t address = base + instruction.immediate;
    destinations[lane] = instruction.destination_wide ? address : static_cast<std::uint32_t>(address);
    const bool inside = shared.size() >= size && destinations[lane] <= shared.size() - size && destinations[lane] % size == 0;
    if (inside || !good) return;
    good = false;
    Request request;
    request.window = {shared.data(), 0, shared.size()};
    request.space = trace::MemorySpace::shared;
    raise_access(warp, as_store(instruction), pc, static_cast<int>(lane), destinations[lane], request);
  });
  return good;
}

/// cp.async of the active lanes: those that read all of their bytes make one request; the others read for themselves.
template <bool watching>
void Machine::copy(Running& running, const Decoded& instruction, std::uint32_t active) {
  ResidentWarp& warp = running.warp;
  const std::uint32_t pc = running.group.pc;
  LaneOffsets destinations{};
  if (!find_destinations(warp, instruction, pc, active, destinations)) return;
  if (warp.copies.size() > most_pending) {
    land<watching>(warp, warp.copies, running.clock);
    warp.copies.clear();
  }
  if (instruction.copy == ptx::CopyStep::bulk) return copy_bulk<watching>(running, instruction, active);
  const std::size_t first = warp.copies.size();
  LaneOffsets addresses;
  executor_.addresses(warp.frame, instruction, addresses);
  std::uint32_t whole = 0;
  each_lane(active, [&](std::size_t lane) {
    const std::uint32_t bytes = bytes_read(warp.frame, instruction, lane);
    if (bytes == size_of(instruction))
      whole |= 1u << lane;
    else if (!fault_)
      stage_part(warp, instruction, pc, lane, addresses[lane], bytes);
  });
  if (fault_) return;
  if (whole != 0) access<watching>(running, instruction, whole);
  for (std::size_t c = first; c < warp.copies.size(); ++c) warp.copies[c].destination = destinations[warp.copies[c].lane];
}

/// cp.async.bulk: 16 bytes after 16 bytes, then the mbarrier is told how many.
template <bool watching>
void Machine::copy_bulk(Running& running, const Decoded& instruction, std::uint32_t active) {
  ResidentWarp& warp = running.warp;
  ResidentBlock& block = resident_[warp.block];
  const std::uint32_t pc = running.group.pc, step = size_of(instruction);
  LaneOffsets destinations{}, addresses;
  if (!find_destinations(warp, instruction, pc, active, destinations)) return;
  executor_.addresses(warp.frame, instruction, addresses);
  launch::Tally& tally = tallies_[pc];
  each_lane(active, [&](std::size_t lane) {
    const auto row_value = [&](Row row, bool wide) -> std::uint64_t {
      return row == no_row ? 0 : read_cell(warp.frame, row, wide ? 8 : 4, lane);
    };
    const auto size = static_cast<std::uint32_t>(row_value(instruction.operands[copy_size_slot], false));
    const std::uint64_t object =
        row_value(instruction.operands[copy_mbarrier_slot], instruction.destination_wide) + instruction.target;
    const std::uint64_t room = block.shared.size();
    const auto at = static_cast<int>(lane);
    if (fault_) return;
    if (size % step != 0)
      return raise(launch::FaultKind::misaligned, warp, pc, at,
                   thread_text(warp, at) + " copies " + base::counted(size, "byte") + " in bulk at " + place_text(pc) +
                       ", which is not a multiple of 16");
    if (object % Mbarrier::bytes != 0 || room < Mbarrier::bytes || object > room - Mbarrier::bytes)
      return raise(launch::FaultKind::invalid_barrier, warp, pc, at,
                   thread_text(warp, at) + " copies for an mbarrier at byte " + std::to_string(object) +
                       ", where there is no shared memory for one, at " + place_text(pc));
    for (std::uint32_t done = 0; done < size && !fault_; done += step) {
      Request request;
      request.window = {block.shared.data(), 0, room};
      request.space = trace::MemorySpace::shared;
      const std::uint64_t to = destinations[lane] + done;
      if (to > room - step) return raise_access(warp, as_store(instruction), pc, at, to, request);
      if (stage_part(warp, instruction, pc, lane, addresses[lane] + done, step)) warp.copies.back().destination = to;
    }
    if (fault_) return;
    await_copies(warp, {static_cast<std::uint32_t>(lane), pc, object, warp.copies_issued, size}, running.clock);
    ++tally.global_requests;
    tally.sectors += size / 32;
    tally.bytes_asked += size;
  });
}

/// Keep what a request has read.
void Machine::stage(ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request) {
  each_lane(request.active, [&](std::size_t lane) {
    PendingCopy pending{
        .lane = static_cast<std::uint32_t>(lane), .pc = pc, .group = warp.copy_groups[lane], .number = warp.copies_issued++};
    std::memcpy(pending.data.data(), request.window.memory + request.lowest + (*request.distances)[lane], size_of(instruction));
    warp.copies.push_back(pending);
  });
}

/// Keep the first `bytes` that one lane reads, with zeros behind them. False after a fault.
bool Machine::stage_part(ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, std::size_t lane,
                         std::uint64_t address, std::uint32_t bytes) {
  PendingCopy pending{
      .lane = static_cast<std::uint32_t>(lane), .pc = pc, .group = warp.copy_groups[lane], .number = warp.copies_issued++};
  if (bytes != 0) {
    Request request;
    request.allocation = memory_.find(address);
    if (request.allocation != nullptr) request.window = request.allocation->window;
    const std::uint64_t offset = address - request.window.base, size = request.window.size;
    if (size < bytes || offset > size - bytes || offset % size_of(instruction) != 0) {
      raise_access(warp, instruction, pc, static_cast<int>(lane), address, request);
      return false;
    }
    std::memcpy(pending.data.data(), request.window.memory + offset, bytes);
    if (checker_) tell_part(warp, instruction, pc, lane, offset, bytes, request);
  }
  warp.copies.push_back(pending);
  return true;
}

/// The checker looks at a partial read by its whole words; what is copied is of 4 bytes and more as a rule.
void Machine::tell_part(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, std::size_t lane,
                        std::uint64_t offset, std::uint32_t bytes, Request request) {
  Decoded words = instruction;
  words.bytes = 4;
  words.vector = static_cast<std::uint8_t>(bytes / words.bytes);
  if (words.vector == 0) return;
  request.active = 1u << lane;
  request.own.fill(0);
  request.own[lane] = offset;
  request.distances = &request.own;
  tell_checker(warp, words, pc, request);
}

/// commit_group closes the lanes' groups; wait_group n lands all but the last n of them, wait_all everything.
template <bool watching>
void Machine::step_group(Running& running, const Decoded& instruction, std::uint32_t active) {
  ResidentWarp& warp = running.warp;
  if (instruction.copy == ptx::CopyStep::commit_group) {
    each_lane(active, [&](std::size_t lane) { ++warp.copy_groups[lane]; });
    return;
  }
  const bool all = instruction.copy == ptx::CopyStep::wait_all;
  const auto stays = [&](const PendingCopy& pending) {
    const bool waits = active >> pending.lane & 1;
    const std::uint64_t committed = warp.copy_groups[pending.lane];
    return !waits || !(all || (pending.group < committed && committed - pending.group > instruction.immediate));
  };
  const auto landing = std::stable_partition(warp.copies.begin(), warp.copies.end(), stays);
  if (landing == warp.copies.end()) return;
  land<watching>(warp, {landing, warp.copies.end()}, running.clock);
  warp.copies.erase(landing, warp.copies.end());
}

/// Write to shared memory, instruction by instruction.
template <bool watching>
void Machine::land(ResidentWarp& warp, const std::vector<PendingCopy>& copies, std::uint64_t clock) {
  std::vector<std::byte>& shared = resident_[warp.block].shared;
  for (std::size_t begin = 0; begin < copies.size();) {
    const std::uint32_t pc = copies[begin].pc;
    const Decoded store = as_store(program_.code[pc]);
    Request request;
    request.window = {shared.data(), 0, shared.size()};
    request.space = trace::MemorySpace::shared;
    request.done = clock;
    request.own.fill(0);
    request.distances = &request.own;
    std::size_t end = begin;
    for (; end < copies.size() && copies[end].pc == pc && (request.active >> copies[end].lane & 1) == 0; ++end) {
      request.active |= 1u << copies[end].lane;
      request.own[copies[end].lane] = copies[end].destination;
    }
    if constexpr (watching) {
      if (checker_) tell_checker(warp, store, pc, request);
    }
    for (std::size_t c = begin; c < end; ++c)
      std::memcpy(shared.data() + copies[c].destination, copies[c].data.data(), size_of(store));
    if constexpr (watching) {
      if (recorder_.recording()) record_values(warp, store, pc, request, clock);
    }
    begin = end;
  }
}

template void Machine::copy<false>(Running&, const Decoded&, std::uint32_t);
template void Machine::copy<true>(Running&, const Decoded&, std::uint32_t);
template void Machine::step_group<false>(Running&, const Decoded&, std::uint32_t);
template void Machine::step_group<true>(Running&, const Decoded&, std::uint32_t);
template void Machine::land<true>(ResidentWarp&, const std::vector<PendingCopy>&, std::uint64_t);

}  // namespace warplens::simt
