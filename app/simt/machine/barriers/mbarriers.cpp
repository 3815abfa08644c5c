#include "simt/machine/barriers/mbarriers.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/number_format.h"
#include "simt/code/execute/cells.h"
#include "simt/machine/observe/observers.h"

namespace warplens::simt {

using ptx::MbarrierOp;

namespace {

constexpr std::uint32_t max_failed_waits = 1u << 14;

std::uint32_t value_of(const Frame& frame, Row row, std::size_t lane, std::uint32_t absent) {
  return row == no_row ? absent : cell<std::uint32_t>(frame.source(row), lane);
}

/// Whether the phase that a lane tests, by its state or its parity, is complete, that is, not the current one.
bool is_phase_complete(const Frame& frame, const Decoded& instruction, std::size_t lane, const Mbarrier& object) {
  const Row asked = instruction.operands[mbarrier_value_slot];
  if (instruction.immediate != 0) return ((object.phase ^ cell<std::uint32_t>(frame.source(asked), lane)) & 1) != 0;
  return Mbarrier::from(cell<std::uint64_t>(frame.source(asked), lane)).phase != object.phase;
}

/// One lane's operation on the object. Returns an error message, or nothing. `completes`: whether it completes a phase.
std::string change(const Frame& frame, const Decoded& instruction, std::size_t lane, Mbarrier& object, bool& completes) {
  const Row value = instruction.operands[mbarrier_value_slot], bytes = instruction.operands[mbarrier_bytes_slot];
  const auto expect = [&](std::int64_t more) -> std::string {
    const std::int64_t all = object.transactions + more;
    if (all > Mbarrier::max_bytes || -all > Mbarrier::max_bytes) return "expects more than 2^20 - 1 bytes at an mbarrier";
    object.transactions = static_cast<std::int32_t>(all);
    return "";
  };
  switch (instruction.mbarrier) {
    case MbarrierOp::init: {
      const std::uint32_t expected = value_of(frame, value, lane, 1);
      if (expected == 0 || expected > Mbarrier::max_arrivals)
        return "initialises an mbarrier for " + std::to_string(expected) + " arrivals; it takes 1 to 2^20 - 1";
      object = {.pending = expected, .expected = expected};
      return "";
    }
    case MbarrierOp::inval:
      object = Mbarrier::from(Mbarrier::none());
      return "";
    case MbarrierOp::expect_tx:
      return expect(value_of(frame, value, lane, 0));
    case MbarrierOp::complete_tx: {
      std::string problem = expect(-std::int64_t{value_of(frame, value, lane, 0)});
      completes = object.complete();
      return problem;
    }
    case MbarrierOp::arrive:
    case MbarrierOp::arrive_drop: {
      if (bytes != no_row) {
        if (std::string problem = expect(value_of(frame, bytes, lane, 0)); !problem.empty()) return problem;
      }
      const std::uint32_t count = value_of(frame, value, lane, 1);
      if (count > object.pending)
        return "arrives at an mbarrier for " + std::to_string(count) + ", whose phase waits for " +
               std::to_string(object.pending) + " more";
      if (instruction.mbarrier == MbarrierOp::arrive_drop) object.expected -= std::min(count, object.expected);
      object.pending -= count;
      completes = object.complete();
      return completes && instruction.immediate != 0 ? "completes the phase of an mbarrier by an arrival with .noComplete" : "";
    }
    case MbarrierOp::copies_arrive:
      if (instruction.immediate != 0) return "";
      if (object.pending == Mbarrier::max_arrivals) return "arrives at an mbarrier that waits for 2^20 - 1 more already";
      ++object.pending;
      return "";
    default:
      return "";
  }
}

}  // namespace

template <typename Observer>
bool Mbarriers::perform(Running& running, const Decoded& instruction, const Request& request) {
  const ResidentWarp& warp = running.warp;
  const std::uint32_t pc = running.group.pc;
  if (request.space != trace::MemorySpace::shared) {
    const auto lane = static_cast<int>(std::countr_zero(request.active));
    faults_.raise(launch::FaultKind::invalid_barrier, warp, pc, lane,
                  faults_.thread_text(warp, lane) + " uses an mbarrier outside of shared memory at " + faults_.place_text(pc));
    return false;
  }
  const bool waits = instruction.mbarrier == MbarrierOp::test_wait || instruction.mbarrier == MbarrierOp::try_wait;
  const LaneOffsets offsets = request.offsets();
  LaneOffsets old{}, now{};
  bool some_pass = false, on_their_way = false;
  each_lane(request.active, [&](std::size_t lane) {
    if (faults_.raised()) return;
    const std::uint64_t offset = offsets[lane];
    if (waits && copies_.land_arrivals_at(warp.block, offset, running.clock)) on_their_way = true;
    std::byte* const place = request.window.memory + offset;
    std::memcpy(&old[lane], place, sizeof old[lane]);
    Mbarrier object = Mbarrier::from(old[lane]);
    bool completes = false;
    std::string problem = old[lane] == Mbarrier::none() && instruction.mbarrier != MbarrierOp::init
                              ? "uses an mbarrier that is not initialised"
                              : change(warp.frame, instruction, lane, object, completes);
    if (!problem.empty()) {
      const auto at = static_cast<int>(lane);
      return faults_.raise(launch::FaultKind::invalid_barrier, warp, pc, at,
                           faults_.thread_text(warp, at) + " " + problem + " at " + faults_.place_text(pc));
    }
    now[lane] = object.bits();
    std::memcpy(place, &now[lane], sizeof now[lane]);
    const bool passes = waits && is_phase_complete(warp.frame, instruction, lane, object);
    if constexpr (Observer::checks) check(warp, instruction, lane, offset, completes, passes);
    if (instruction.mbarrier == MbarrierOp::copies_arrive) copies_.arrive_later(running.slot, lane, pc, offset, 0, running.clock);
    some_pass |= passes;
    if (instruction.returns)
      write_cell(warp.frame, instruction.operands[0], waits ? predicate_bytes : Mbarrier::bytes, lane,
                 waits ? passes : old[lane]);
  });
  const auto first = static_cast<std::size_t>(std::countr_zero(request.active));
  if (on_their_way) observation_.loops().changed();  // time alone completes them
  if (!waits || some_pass || on_their_way)
    made_progress(running.slot);
  else if (!faults_.raised())
    note_failed_wait(running, static_cast<int>(first), Mbarrier::from(now[first]));
  if (!faults_.raised()) Observer(observation_).combined(running, instruction, request, offsets, old, now, true);
  return !waits;
}

void Mbarriers::check(const ResidentWarp& warp, const Decoded& instruction, std::size_t lane, std::uint64_t object,
                      bool completes, bool passes) {
  const auto at = static_cast<std::uint32_t>(lane);
  const bool arrives = instruction.mbarrier == MbarrierOp::arrive || instruction.mbarrier == MbarrierOp::arrive_drop;
  const bool releases = arrives && instruction.ordering == ptx::Ordering::release;
  if (instruction.mbarrier == MbarrierOp::init) observation_.mbarrier_started(warp, object);
  if (releases || completes) observation_.mbarrier_arrived(warp, at, object, releases, completes);
  if (passes && instruction.ordering == ptx::Ordering::acquire) observation_.mbarrier_passed(warp, at, object);
}

/// A waiting program polls repeatedly. If all remaining warps of a block have done nothing else for long, the block is
/// deadlocked.
void Mbarriers::note_failed_wait(const Running& running, int lane, const Mbarrier& object) {
  FailedWaits& failed = failed_waits(running.slot);
  failed.last = observation_.issued();
  if (++failed.count % max_failed_waits != 0 || !all_wait_in_vain(running)) return;
  const ResidentWarp& warp = running.warp;
  const std::uint32_t pc = running.group.pc;
  std::string text = "the mbarrier at " + faults_.place_text(pc) + " is never complete: its phase waits for " +
                     base::counted(object.pending, "arrival") + " more";
  if (object.transactions != 0) text += " and for " + std::to_string(object.transactions) + " bytes";
  faults_.raise(launch::FaultKind::deadlock, warp, pc, lane,
                text + ", and the " + base::counted(running.block.live_threads, "thread") + " of " + faults_.block_text(warp) +
                    " that are left all wait, one of them " + faults_.thread_text(warp, lane));
}

/// Whether every live warp of a block waits at a barrier of the block, or has had repeated and recent failed waits.
bool Mbarriers::all_wait_in_vain(const Running& asking) const {
  const std::uint64_t just_now = 1024 * std::uint64_t{blocks_.warp_slots()};
  const std::uint32_t first = blocks_.first_warp(asking.warp.block);
  for (std::uint32_t slot = first; slot < first + context_.warps_per_block; ++slot) {
    const ResidentWarp& warp = blocks_.warp(slot);
    const auto running = std::count_if(warp.lanes.groups().begin(), warp.lanes.groups().end(),
                                       [](const Group& group) { return group.state == Group::State::running; });
    // some of its lanes may be doing the work that the others wait for
    if (running > (slot == asking.slot ? 0 : 1)) return false;
    const FailedWaits failed = slot < state_.size() ? state_[slot] : FailedWaits{};
    if (running == 1 && !(failed.count >= max_failed_waits && observation_.issued() - failed.last < just_now)) return false;
  }
  return true;
}

void Mbarriers::end_block(std::uint32_t block_slot) {
  const std::uint32_t first = blocks_.first_warp(block_slot);
  for (std::uint32_t slot = first; slot < first + context_.warps_per_block; ++slot) made_progress(slot);
}

template bool Mbarriers::perform<NoObserver>(Running&, const Decoded&, const Request&);
template bool Mbarriers::perform<TraceObserver>(Running&, const Decoded&, const Request&);
template bool Mbarriers::perform<CheckObserver>(Running&, const Decoded&, const Request&);

}  // namespace warplens::simt
