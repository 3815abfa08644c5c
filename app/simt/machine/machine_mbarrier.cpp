#include <algorithm>

#include "base/number_format.h"
#include "simt/execute/cells.h"
#include "simt/machine/machine.h"
#include "simt/machine/mbarrier.h"

// Barriers that are objects in shared memory (PTX ISA, "mbarrier"). Waits do not block: programs ask again. Asynchronous copies
// that arrive at one land when somebody asks whether its phase is complete, or when their thread ends: the latest moment at which
// nobody can tell.

namespace warplens::simt {

using ptx::MbarrierOp;

namespace {

constexpr std::uint32_t most_failed_waits = 1u << 14;

std::uint32_t value_of(const Frame& frame, Row row, std::size_t lane, std::uint32_t absent) {
  return row == no_row ? absent : cell<std::uint32_t>(frame.source(row), lane);
}

/// Whether the phase that a lane asks about, by its state or its parity, is complete: it is not the present one.
bool is_phase_complete(const Frame& frame, const Decoded& instruction, std::size_t lane, const Mbarrier& object) {
  const Row asked = instruction.operands[mbarrier_value_slot];
  if (instruction.immediate != 0) return ((object.phase ^ cell<std::uint32_t>(frame.source(asked), lane)) & 1) != 0;
  return Mbarrier::from(cell<std::uint64_t>(frame.source(asked), lane)).phase != object.phase;
}

/// An object that nobody has initialised, or that is not valid any more.
std::uint64_t no_object() {
  std::uint64_t bits;
  std::memset(&bits, static_cast<int>(uninitialised), sizeof bits);
  return bits;
}

}  // namespace

/// One lane's operation on the object. What is wrong with it, or nothing; `completes`: whether a phase ends with it.
std::string Machine::change_mbarrier(const Frame& frame, const Decoded& instruction, std::size_t lane, Mbarrier& object,
                                     bool& completes) {
  const Row value = instruction.operands[mbarrier_value_slot], bytes = instruction.operands[mbarrier_bytes_slot];
  const auto expect = [&](std::int64_t more) -> std::string {
    const std::int64_t all = object.transactions + more;
    if (all > Mbarrier::most_bytes || -all > Mbarrier::most_bytes) return "expects more than 2^20 - 1 bytes at an mbarrier";
    object.transactions = static_cast<std::int32_t>(all);
    return "";
  };
  switch (instruction.mbarrier) {
    case MbarrierOp::init: {
      const std::uint32_t expected = value_of(frame, value, lane, 1);
      if (expected == 0 || expected > Mbarrier::most_arrivals)
        return "initialises an mbarrier for " + std::to_string(expected) + " arrivals; it takes 1 to 2^20 - 1";
      object = {.pending = expected, .expected = expected};
      return "";
    }
    case MbarrierOp::inval:
      object = Mbarrier::from(no_object());
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
      if (object.pending == Mbarrier::most_arrivals) return "arrives at an mbarrier that waits for 2^20 - 1 more already";
      ++object.pending;
      return "";
    default:
      return "";
  }
}

/// Lane after lane. False where nothing was changed: a wait.
template <bool watching>
bool Machine::perform_mbarrier(ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request,
                               std::uint64_t clock) {
  if (request.space != trace::MemorySpace::shared) {
    const auto lane = static_cast<int>(std::countr_zero(request.active));
    raise(launch::FaultKind::invalid_barrier, warp, pc, lane,
          thread_text(warp, lane) + " uses an mbarrier outside of shared memory at " + place_text(pc));
    return false;
  }
  const bool waits = instruction.mbarrier == MbarrierOp::test_wait || instruction.mbarrier == MbarrierOp::try_wait;
  const LaneOffsets offsets = this->offsets(request);
  LaneOffsets old{}, now{};
  bool some_pass = false;
  each_lane(request.active, [&](std::size_t lane) {
    if (fault_) return;
    const std::uint64_t offset = offsets[lane];
    if (waits) land_arrivals(warp.block, offset, clock);
    std::byte* const place = request.window.memory + offset;
    std::memcpy(&old[lane], place, sizeof old[lane]);
    Mbarrier object = Mbarrier::from(old[lane]);
    bool completes = false;
    std::string problem = old[lane] == no_object() && instruction.mbarrier != MbarrierOp::init
                              ? "uses an mbarrier that is not initialised"
                              : change_mbarrier(warp.frame, instruction, lane, object, completes);
    if (!problem.empty()) {
      const auto at = static_cast<int>(lane);
      return raise(launch::FaultKind::invalid_barrier, warp, pc, at,
                   thread_text(warp, at) + " " + problem + " at " + place_text(pc));
    }
    now[lane] = object.bits();
    std::memcpy(place, &now[lane], sizeof now[lane]);
    const bool passes = waits && is_phase_complete(warp.frame, instruction, lane, object);
    if (checker_) tell_checker_of(warp, instruction, lane, offset, completes, passes);
    if (instruction.mbarrier == MbarrierOp::copies_arrive)
      await_copies(warp, {static_cast<std::uint32_t>(lane), pc, offset, warp.copies_issued, 0}, clock);
    some_pass |= passes;
    if (instruction.returns)
      write_cell(warp.frame, instruction.operands[0], waits ? predicate_bytes : Mbarrier::bytes, lane,
                 waits ? passes : old[lane]);
  });
  const auto first = static_cast<std::size_t>(std::countr_zero(request.active));
  if (!waits || some_pass)
    warp.failed_waits = 0;
  else if (!fault_)
    note_failed_wait(warp, pc, static_cast<int>(first), Mbarrier::from(now[first]));
  if constexpr (watching) {
    if (!fault_) record(warp, instruction, pc, request, clock, offsets, old, now, true);
  }
  return !waits;
}

void Machine::tell_checker_of(const ResidentWarp& warp, const Decoded& instruction, std::size_t lane, std::uint64_t object,
                              bool completes, bool passes) {
  const auto at = static_cast<std::uint32_t>(lane);
  const bool arrives = instruction.mbarrier == MbarrierOp::arrive || instruction.mbarrier == MbarrierOp::arrive_drop;
  const bool releases = arrives && instruction.ordering == ptx::Ordering::release;
  if (instruction.mbarrier == MbarrierOp::init) checker_->mbarrier_started(warp.block, object);
  if (releases || completes) checker_->mbarrier_arrived(warp.block, warp.in_block, at, object, releases, completes);
  if (passes && instruction.ordering == ptx::Ordering::acquire) checker_->mbarrier_passed(warp.block, warp.in_block, at, object);
}

/// A program that waits asks again and again. When all that is left of a block has done nothing else for long, it is stuck.
void Machine::note_failed_wait(ResidentWarp& warp, std::uint32_t pc, int lane, const Mbarrier& object) {
  warp.last_failed_wait = issued_;
  if (++warp.failed_waits % most_failed_waits != 0 || !all_wait_in_vain(warp)) return;
  const ResidentBlock& block = resident_[warp.block];
  std::string text = "the mbarrier at " + place_text(pc) + " is never complete: its phase waits for " +
                     base::counted(object.pending, "arrival") + " more";
  if (object.transactions != 0) text += " and for " + std::to_string(object.transactions) + " bytes";
  raise(launch::FaultKind::deadlock, warp, pc, lane,
        text + ", and the " + base::counted(block.live_threads, "thread") + " of " + block_text(block) +
            " that are left all wait, one of them " + thread_text(warp, lane));
}

/// Whether every warp of a block that has not ended waits at a barrier of the block, or has failed again and again, just now too,
/// at mbarriers.
bool Machine::all_wait_in_vain(const ResidentWarp& asking) const {
  const std::uint64_t just_now = 1024 * warps_.size();
  const auto first = static_cast<std::uint32_t>(asking.block * warps_per_block_);
  for (std::uint32_t place = first; place < first + warps_per_block_; ++place) {
    const ResidentWarp& warp = warps_[place];
    const auto running = std::count_if(warp.lanes.groups().begin(), warp.lanes.groups().end(),
                                       [](const Group& group) { return group.state == Group::State::running; });
    if (running > (&warp == &asking ? 0 : 1)) return false;  // some of its lanes may be doing what the others wait for
    const bool fails = warp.failed_waits >= most_failed_waits && issued_ - warp.last_failed_wait < just_now;
    if (running == 1 && !fails) return false;
  }
  return true;
}

/// The copies of a lane that are on their way will arrive at an object; none: they do at once. So do all, beyond what is kept.
void Machine::await_copies(ResidentWarp& warp, const PendingArrival& arrival, std::uint64_t clock) {
  constexpr std::size_t most_pending = 64 * warp_size;
  warp.arrivals.push_back(arrival);
  ++resident_[warp.block].arrivals;
  const bool on_their_way =
      std::any_of(warp.copies.begin(), warp.copies.end(), [&](const PendingCopy& copy) { return copy.lane == arrival.lane; });
  if (warp.arrivals.size() > most_pending)
    land_arrivals(warp, all_lanes, std::nullopt, clock);
  else if (!on_their_way)
    land_arrivals(warp, 1u << arrival.lane, arrival.object, clock);
}

/// Whatever will arrive at this object of the block does.
void Machine::land_arrivals(std::uint32_t block, std::uint64_t object, std::uint64_t clock) {
  if (resident_[block].arrivals == 0) return;
  const auto first = static_cast<std::uint32_t>(block * warps_per_block_);
  for (std::uint32_t place = first; place < first + warps_per_block_; ++place) {
    if (!warps_[place].arrivals.empty()) land_arrivals(warps_[place], all_lanes, object, clock);
  }
}

/// The arrivals of some lanes of a warp, at one object or at all, after the copies that they are for.
void Machine::land_arrivals(ResidentWarp& warp, std::uint32_t lanes, std::optional<std::uint64_t> object, std::uint64_t clock) {
  const auto lands = [&](const PendingArrival& arrival) {
    return (lanes >> arrival.lane & 1) != 0 && (!object || arrival.object == *object);
  };
  std::array<std::uint64_t, warp_size> copies{};  // per lane: those before this one land
  for (const PendingArrival& arrival : warp.arrivals) {
    if (lands(arrival)) copies[arrival.lane] = std::max(copies[arrival.lane], arrival.copies);
  }
  const auto landing = std::stable_partition(warp.copies.begin(), warp.copies.end(),
                                             [&](const PendingCopy& copy) { return copy.number >= copies[copy.lane]; });
  land<true>(warp, {landing, warp.copies.end()}, clock);
  warp.copies.erase(landing, warp.copies.end());
  const auto arriving = std::stable_partition(warp.arrivals.begin(), warp.arrivals.end(),
                                              [&](const PendingArrival& arrival) { return !lands(arrival); });
  ResidentBlock& block = resident_[warp.block];
  for (auto arrival = arriving; arrival != warp.arrivals.end() && !fault_; ++arrival) {
    std::byte* const place = block.shared.data() + arrival->object;
    std::uint64_t bits;
    std::memcpy(&bits, place, sizeof bits);
    Mbarrier at = Mbarrier::from(bits);
    const std::int64_t left = std::int64_t{at.transactions} - arrival->bytes;
    if (bits == no_object() || (arrival->bytes == 0 && at.pending == 0) || -left > Mbarrier::most_bytes) {
      const auto lane = static_cast<int>(arrival->lane);
      raise(launch::FaultKind::invalid_barrier, warp, arrival->pc, lane,
            "copies of " + thread_text(warp, lane) + " arrive at an mbarrier that waits for none, by " + place_text(arrival->pc));
      break;
    }
    if (arrival->bytes == 0) --at.pending;
    at.transactions = static_cast<std::int32_t>(left);
    const bool completes = at.complete();
    bits = at.bits();
    std::memcpy(place, &bits, sizeof bits);
    if (checker_) checker_->mbarrier_arrived(warp.block, warp.in_block, arrival->lane, arrival->object, true, completes);
  }
  block.arrivals -= static_cast<std::uint32_t>(warp.arrivals.end() - arriving);
  warp.arrivals.erase(arriving, warp.arrivals.end());
}

template bool Machine::perform_mbarrier<false>(ResidentWarp&, const Decoded&, std::uint32_t, const Request&, std::uint64_t);
template bool Machine::perform_mbarrier<true>(ResidentWarp&, const Decoded&, std::uint32_t, const Request&, std::uint64_t);

}  // namespace warplens::simt
