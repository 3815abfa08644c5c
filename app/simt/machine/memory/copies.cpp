#include "simt/machine/memory/copies.h"

#include <algorithm>
#include <cstring>

#include "simt/code/execute/cells.h"
#include "simt/code/memory/mbarrier.h"

namespace warplens::simt {
namespace {

/// Maximum number of pending copies and arrivals of one warp: far more than pipelines have in flight. Beyond it, they complete
/// early.
constexpr std::size_t max_pending = 64 * warp_size;

/// The copies from `first` on. (The standard library of the page's compiler makes no span of two iterators.)
std::span<const PendingCopy> from(const std::vector<PendingCopy>& copies, std::vector<PendingCopy>::const_iterator first) {
  return std::span(copies).subspan(static_cast<std::size_t>(first - copies.begin()));
}

/// Whether wait_all or wait_group of the active lanes completes a copy of their warp.
bool completes(const Copies::OfWarp& warp, const Decoded& wait, std::uint32_t active, const PendingCopy& copy) {
  if ((active >> copy.lane & 1) == 0) return false;
  const std::uint64_t committed = warp.groups[copy.lane];
  return wait.copy == ptx::CopyStep::wait_all || (copy.group < committed && committed - copy.group > wait.immediate);
}

}  // namespace

Decoded as_store(const Decoded& copy) {
  Decoded store = copy;
  store.kind = Kind::store;
  store.space = ptx::Space::shared;
  store.copy = ptx::CopyStep::none;
  store.operands.fill(no_row);
  return store;
}

std::uint64_t Copies::bytes(const State& state) {
  std::uint64_t sum = state.arrivals.size() * sizeof(std::uint32_t);
  for (const OfWarp& warp : state.warps)
    sum += sizeof warp + warp.pending.size() * sizeof(PendingCopy) + warp.arrivals.size() * sizeof(PendingArrival);
  return sum;
}

void Copies::make_room(std::uint32_t slot, std::uint64_t clock) {
  OfWarp& warp = of(slot);
  if (warp.pending.size() <= max_pending) return;
  land(slot, warp.pending, clock);
  warp.pending.clear();
}

PendingCopy& Copies::stage(std::uint32_t slot, std::uint32_t pc, std::size_t lane, const std::byte* from, std::uint32_t bytes) {
  OfWarp& warp = of(slot);
  warp.pending.push_back(
      {.lane = static_cast<std::uint32_t>(lane), .pc = pc, .group = warp.groups[lane], .number = warp.issued++});
  if (bytes != 0) std::memcpy(warp.pending.back().data.data(), from, bytes);
  return warp.pending.back();
}

void Copies::stage(std::uint32_t slot, const Decoded& instruction, std::uint32_t pc, const Request& request) {
  const std::byte* const memory = request.window.memory + request.lowest;
  each_lane(request.active, [&](std::size_t lane) {
    stage(slot, pc, lane, memory + (*request.distances)[lane], std::uint32_t{instruction.bytes} * instruction.vector).done =
        request.done;
  });
}

void Copies::set_destinations(std::uint32_t slot, std::size_t first, const LaneOffsets& destinations) {
  std::vector<PendingCopy>& pending = of(slot).pending;
  for (std::size_t c = first; c < pending.size(); ++c) pending[c].destination = destinations[pending[c].lane];
}

std::uint64_t Copies::arrival(std::uint32_t slot, const Decoded& instruction, std::uint32_t active) {
  std::uint64_t last = 0;
  if (instruction.copy == ptx::CopyStep::commit_group) return last;
  const OfWarp& warp = of(slot);
  for (const PendingCopy& copy : warp.pending)
    if (completes(warp, instruction, active, copy)) last = std::max(last, copy.done);
  return last;
}

void Copies::step_group(Running& running, const Decoded& instruction, std::uint32_t active) {
  OfWarp& warp = of(running.slot);
  observation_.loops().changed();
  if (instruction.copy == ptx::CopyStep::commit_group) {
    each_lane(active, [&](std::size_t lane) { ++warp.groups[lane]; });
    return;
  }
  const auto stays = [&](const PendingCopy& copy) { return !completes(warp, instruction, active, copy); };
  const auto landing = std::stable_partition(warp.pending.begin(), warp.pending.end(), stays);
  if (landing == warp.pending.end()) return;
  land(running.slot, from(warp.pending, landing), running.clock);
  warp.pending.erase(landing, warp.pending.end());
}

/// Call `visit` with requests that write copies to shared memory, the stores that make them, and their copies, in program order.
template <typename Visit>
void Copies::each_request(std::uint32_t slot, std::span<const PendingCopy> copies, Visit visit) {
  std::vector<std::byte>& shared = blocks_.block_of(blocks_.warp(slot)).shared;
  for (std::size_t begin = 0; begin < copies.size();) {
    const PendingCopy& first = copies[begin];
    Request request;
    request.window = {shared.data(), 0, shared.size()};
    request.space = trace::MemorySpace::shared;
    request.own.fill(0);
    request.distances = &request.own;
    std::size_t end = begin;
    for (; end < copies.size() && copies[end].pc == first.pc && copies[end].issued == first.issued &&
           (request.active >> copies[end].lane & 1) == 0;
         ++end) {
      request.active |= 1u << copies[end].lane;
      request.own[copies[end].lane] = copies[end].destination;
    }
    visit(request, as_store(context_.program.code[first.pc]), copies.subspan(begin, end - begin));
    begin = end;
  }
}

void Copies::check(std::uint32_t slot, std::span<const PendingCopy> copies) {
  if (observation_.checks() == nullptr) return;
  each_request(slot, copies, [&](const Request& request, const Decoded& store, std::span<const PendingCopy> of_request) {
    observation_.check_access(blocks_.warp(slot), no_frame, store, of_request[0].pc, request, of_request[0].issued == 0,
                              of_request[0].issued);
  });
}

void Copies::issued(std::uint32_t slot, std::size_t first) {
  if (observation_.checks() == nullptr) return;
  const std::span<PendingCopy> copies = std::span(of(slot).pending).subspan(first);
  check(slot, copies);
  const std::uint32_t now = observation_.checks()->copy_issued();
  for (PendingCopy& copy : copies) copy.issued = now;
}

/// Write copies to shared memory, in program order.
void Copies::land(std::uint32_t slot, std::span<const PendingCopy> copies, std::uint64_t clock) {
  if (!copies.empty()) observation_.loops().changed();
  each_request(slot, copies, [&](Request& request, const Decoded& store, std::span<const PendingCopy> of_request) {
    const std::uint32_t pc = of_request[0].pc;
    check(slot, of_request);
    const std::size_t size = std::size_t{store.bytes} * store.vector;
    for (const PendingCopy& copy : of_request) std::memcpy(request.window.memory + copy.destination, copy.data.data(), size);
    request.done = clock;
    if (observation_.recorder().recording()) observation_.record_values(blocks_.warp(slot), store, pc, request, clock);
  });
}

void Copies::arrive_later(std::uint32_t slot, std::size_t lane, std::uint32_t pc, std::uint64_t object, std::uint32_t bytes,
                          std::uint64_t clock, std::uint64_t done) {
  OfWarp& warp = of(slot);
  bool on_their_way = false;
  for (const PendingCopy& copy : warp.pending) {
    if (copy.lane != lane) continue;
    on_their_way = true;
    if (bytes == 0) done = std::max(done, copy.done);
  }
  warp.arrivals.push_back({static_cast<std::uint32_t>(lane), pc, object, warp.issued, bytes, done});
  ++arrivals_in(blocks_.warp(slot).block);
  if (warp.arrivals.size() > max_pending)
    land_arrivals(slot, all_lanes, std::nullopt, clock, any_time);
  else if (!on_their_way)
    land_arrivals(slot, 1u << lane, object, clock, any_time);
}

bool Copies::land_arrivals_at(std::uint32_t block_slot, std::uint64_t object, std::uint64_t clock) {
  if (block_slot >= state_.arrivals.size() || state_.arrivals[block_slot] == 0) return false;
  bool on_their_way = false;
  const std::uint32_t first = blocks_.first_warp(block_slot);
  for (std::uint32_t slot = first; slot < first + context_.warps_per_block && slot < state_.warps.size(); ++slot) {
    const std::vector<PendingArrival>& arrivals = state_.warps[slot].arrivals;
    if (arrivals.empty()) continue;
    land_arrivals(slot, all_lanes, object, clock, context_.timed ? clock : any_time);
    on_their_way = on_their_way || std::ranges::find(arrivals, object, &PendingArrival::object) != arrivals.end();
  }
  return on_their_way;
}

/// Complete the arrivals of some lanes of a warp, at one object or at all, whose data arrives by cycle `until`, after the copies
/// that they wait for.
void Copies::land_arrivals(std::uint32_t slot, std::uint32_t lanes, std::optional<std::uint64_t> object, std::uint64_t clock,
                           std::uint64_t until) {
  OfWarp& warp = of(slot);
  const ResidentWarp& resident = blocks_.warp(slot);
  const auto lands = [&](const PendingArrival& arrival) {
    return (lanes >> arrival.lane & 1) != 0 && (!object || arrival.object == *object) && arrival.done <= until;
  };
  std::array<std::uint64_t, warp_size> copies{};  // per lane: copies with lower numbers complete
  for (const PendingArrival& arrival : warp.arrivals) {
    if (lands(arrival)) copies[arrival.lane] = std::max(copies[arrival.lane], arrival.copies);
  }
  const auto landing = std::stable_partition(warp.pending.begin(), warp.pending.end(),
                                             [&](const PendingCopy& copy) { return copy.number >= copies[copy.lane]; });
  land(slot, from(warp.pending, landing), clock);
  warp.pending.erase(landing, warp.pending.end());
  const auto arriving = std::stable_partition(warp.arrivals.begin(), warp.arrivals.end(),
                                              [&](const PendingArrival& arrival) { return !lands(arrival); });
  std::vector<std::byte>& shared = blocks_.block_of(resident).shared;
  for (auto arrival = arriving; arrival != warp.arrivals.end() && !faults_.raised(); ++arrival) {
    std::byte* const bytes = shared.data() + arrival->object;
    std::uint64_t bits;
    std::memcpy(&bits, bytes, sizeof bits);
    Mbarrier at = Mbarrier::from(bits);
    const std::int64_t left = std::int64_t{at.transactions} - arrival->bytes;
    if (bits == Mbarrier::none() || (arrival->bytes == 0 && at.pending == 0) || -left > Mbarrier::max_bytes) {
      const auto lane = static_cast<int>(arrival->lane);
      faults_.raise(launch::FaultKind::invalid_barrier, resident, arrival->pc, lane,
                    (context_.program.code[arrival->pc].kind == Kind::store ? "stores of " : "copies of ") +
                        faults_.thread_text(resident, lane) + " arrive at an mbarrier that waits for none, by " +
                        faults_.place_text(arrival->pc));
      break;
    }
    if (arrival->bytes == 0) --at.pending;
    at.transactions = static_cast<std::int32_t>(left);
    const bool completes = at.complete();
    bits = at.bits();
    std::memcpy(bytes, &bits, sizeof bits);
    observation_.loops().changed();
    observation_.mbarrier_arrived(resident, arrival->lane, arrival->object, true, completes);
  }
  arrivals_in(resident.block) -= static_cast<std::uint32_t>(warp.arrivals.end() - arriving);
  warp.arrivals.erase(arriving, warp.arrivals.end());
}

void Copies::end_block(std::uint32_t block_slot) {
  if (block_slot < state_.arrivals.size()) state_.arrivals[block_slot] = 0;
  const std::uint32_t first = blocks_.first_warp(block_slot);
  for (std::uint32_t slot = first; slot < first + context_.warps_per_block && slot < state_.warps.size(); ++slot) {
    check(slot, state_.warps[slot].pending);
    state_.warps[slot].pending.clear();
  }
}

}  // namespace warplens::simt
