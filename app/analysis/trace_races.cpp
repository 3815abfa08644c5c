#include "analysis/trace_races.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

#include "analysis/row_offsets.h"
#include "launch/findings/finding_sentence.h"
#include "ptx/listing.h"
#include "ptx/parse/source_place.h"

namespace warplens::analysis {
namespace {

using trace::AccessKind;
using trace::MemorySpace;

constexpr std::size_t max_findings = 200;

/// Why the kernel's threads may be ordered by more than barriers of whole blocks; empty where they are not.
std::string other_orders(const ptx::Module& module, const ptx::Listing& listing) {
  std::optional<std::uint64_t> barrier;
  for (std::uint32_t number = 0; number < listing.size(); ++number) {
    const ptx::Instruction* const instruction = listing.instruction(module, number);
    if (instruction == nullptr) continue;
    const ptx::Modifiers& modifiers = instruction->modifiers;
    switch (instruction->opcode) {
      case ptx::Opcode::fence:
      case ptx::Opcode::membar:
        return "fences";
      case ptx::Opcode::mbarrier:
        return "mbarriers";
      case ptx::Opcode::ld:
      case ptx::Opcode::st:
      case ptx::Opcode::atom:
      case ptx::Opcode::red:
        if (modifiers.ordering != ptx::Ordering::weak && modifiers.ordering != ptx::Ordering::relaxed)
          return "volatile accesses, or such as acquire and release";
        break;
      case ptx::Opcode::bar:
      case ptx::Opcode::barrier: {
        if (modifiers.barrier == ptx::BarrierMode::warp_sync) break;
        const ptx::Operand& which = instruction->operands.at(instruction->destinations);
        const std::size_t whole = instruction->destinations + (modifiers.barrier == ptx::BarrierMode::red ? 2u : 1u);
        const bool plain = which.kind == ptx::OperandKind::immediate && barrier.value_or(which.bits) == which.bits &&
                           instruction->operands.size() == whole && modifiers.barrier != ptx::BarrierMode::arrive;
        if (!plain) return "barriers of a part of a block";
        barrier = which.bits;
        break;
      }
      default:
        break;
    }
  }
  return "";
}

/// One lane's part of an access row.
struct Past {
  std::uint32_t row = trace::no_row;
  std::uint32_t phase = 0;  // barriers that its thread had passed
  std::uint8_t lane = 0;
};

/// The latest accesses to one place, and of each kind the latest by another warp.
struct LatestAccesses {
  Past write, other_write, read, other_read;
};

class RaceSearch {
 public:
  RaceSearch(const launch::Launch& launch, const trace::Trace& trace)
      : launch_(launch),
        trace_(trace),
        listing_(*launch.module, launch.entry),
        threads_(trace.threads_per_block()),
        buffers_(launch::buffers_of(launch)) {
    const std::vector<std::uint8_t>& bytes = trace.accesses.bytes;
    if (!bytes.empty()) unit_ = *std::min_element(bytes.begin(), bytes.end());
  }

  TraceRaces search() {
    TraceRaces result;
    if (const std::string orders = other_orders(*launch_.module, listing_); !orders.empty()) {
      result.unchecked = "Data races were not looked for: the kernel orders its threads by " + orders +
                         ", which a trace does not show. The SIMT machine checks such kernels.";
      return result;
    }
    std::size_t row = 0;
    for (std::uint32_t step = 0; step < trace_.steps.size(); ++step) {
      if (trace_.steps.access[step] == trace::no_row) pass_barrier(step);
      for (; row < trace_.accesses.size() && trace_.accesses.step[row] == step; ++row) look_at(static_cast<std::uint32_t>(row));
    }
    const auto flat = [](const base::Dim3& extent) { return extent.y == 1 && extent.z == 1; };
    const bool one_dimension = flat(launch_.grid) && flat(launch_.block);
    for (auto& [key, finding] : findings_) {
      finding.message = launch::sentence(finding, one_dimension);
      result.findings.push_back(std::move(finding));
    }
    if (trace_.truncation != trace::Truncation::none)
      result.unchecked = "The trace ends before the launch does: races behind its end were not found.";
    return result;
  }

 private:
  /// First and second instruction, space, buffer.
  using Key = std::tuple<std::uint32_t, std::uint32_t, MemorySpace, std::uint32_t>;

  void pass_barrier(std::uint32_t step) {
    const ptx::Instruction* const instruction = listing_.instruction(*launch_.module, trace_.steps.instruction[step]);
    const bool barrier = instruction != nullptr &&
                         (instruction->opcode == ptx::Opcode::bar || instruction->opcode == ptx::Opcode::barrier) &&
                         instruction->modifiers.barrier != ptx::BarrierMode::warp_sync;
    if (!barrier) return;
    const std::uint64_t first = std::uint64_t{trace_.steps.warp[step]} * trace::lanes;
    if (passed_.size() < first + trace::lanes) passed_.resize(first + trace::lanes, 0);
    for (std::uint32_t rest = trace_.steps.active[step]; rest != 0; rest &= rest - 1)
      ++passed_[first + static_cast<std::uint64_t>(std::countr_zero(rest))];
  }

  std::uint32_t phase(std::uint32_t warp, int lane) const {
    const std::uint64_t at = std::uint64_t{warp} * trace::lanes + static_cast<std::uint64_t>(lane);
    return at < passed_.size() ? passed_[at] : 0;
  }

  /// What lies at the places of one window: a buffer, or a block's shared memory. Null where that is not looked at.
  std::vector<LatestAccesses>* window_of(std::uint32_t row) {
    const MemorySpace space = trace_.accesses.space[row];
    if (space == MemorySpace::shared) return &shared_[trace_.steps.warp[trace_.accesses.step[row]] / trace_.warps_per_block()];
    const std::uint32_t buffer = trace_.accesses.buffer[row];
    return space == MemorySpace::global && buffer < buffers_.size() ? &global_[buffer] : nullptr;
  }

  void look_at(std::uint32_t row) {
    std::vector<LatestAccesses>* const window = window_of(row);
    if (window == nullptr) return;
    const std::uint32_t warp = warp_of(row), bytes = trace_.accesses.bytes[row];
    constexpr std::uint64_t max_shared = 1u << 20;
    const bool shared = trace_.accesses.space[row] == MemorySpace::shared;
    const std::uint64_t size =
        shared ? max_shared
               : buffers_[trace_.accesses.buffer[row]]->size * launch::bytes(buffers_[trace_.accesses.buffer[row]]->type);
    for_each_lane(RowOffsets(trace_, row, threads_, trace_.warps_per_block()), [&](int lane, std::uint64_t offset) {
      if (offset + bytes > size) return;
      const std::uint64_t last = (offset + bytes - 1) / unit_;
      if (last >= window->size()) window->resize(std::max<std::size_t>(last + 1, 2 * window->size()));
      for (std::uint64_t place = offset / unit_; place <= last; ++place)
        look_at_place((*window)[place], {row, phase(warp, lane), static_cast<std::uint8_t>(lane)}, offset);
    });
  }

  void look_at_place(LatestAccesses& place, const Past& now, std::uint64_t offset) {
    const bool reads = trace_.accesses.kind[now.row] == AccessKind::read;
    for (const Past* past : {&place.write, &place.other_write}) meet(*past, now, offset);
    if (!reads) {
      for (const Past* past : {&place.read, &place.other_read}) meet(*past, now, offset);
    }
    Past& latest = reads ? place.read : place.write;
    Past& other = reads ? place.other_read : place.other_write;
    if (latest.row != trace::no_row && warp_of(latest.row) != warp_of(now.row)) other = latest;
    latest = now;
  }

  std::uint32_t warp_of(std::uint32_t row) const { return trace_.steps.warp[trace_.accesses.step[row]]; }

  void meet(const Past& past, const Past& now, std::uint64_t offset) {
    if (past.row == trace::no_row) return;
    const auto kind = [&](const Past& access) { return trace_.accesses.kind[access.row]; };
    if (kind(past) == AccessKind::atomic && kind(now) == AccessKind::atomic) return;
    const std::uint32_t warp = warp_of(now.row), past_warp = warp_of(past.row);
    const std::uint64_t warps = trace_.warps_per_block();
    if (warp == past_warp) {
      const bool together = trace_.accesses.step[past.row] == trace_.accesses.step[now.row];
      if (!together || past.lane == now.lane) return;
    } else if (warp / warps == past_warp / warps && past.phase != now.phase) {
      return;
    }
    tell(past, now, offset);
  }

  void tell(const Past& past, const Past& now, std::uint64_t offset) {
    const auto instruction = [&](const Past& access) { return trace_.steps.instruction[trace_.accesses.step[access.row]]; };
    const MemorySpace space = trace_.accesses.space[now.row];
    const Key key{instruction(past), instruction(now), space, trace_.accesses.buffer[now.row]};
    const auto found = findings_.find(key);
    if (found != findings_.end()) {
      ++found->second.count;
      if (found->second.benign_looking) found->second.benign_looking = alike(past, now);
      return;
    }
    if (findings_.size() == max_findings) return;
    launch::Finding& finding = findings_[key];
    finding.kind = launch::FindingKind::data_race;
    finding.benign_looking = alike(past, now);
    finding.of_update = trace_.accesses.kind[past.row] != trace_.accesses.kind[now.row] &&
                        listing_.update_in_place(*launch_.module, instruction(past), instruction(now));
    finding.space = space == MemorySpace::shared ? "shared" : "global";
    const bool shared = space == MemorySpace::shared;
    const launch::Buffer* const buffer = shared ? nullptr : buffers_[trace_.accesses.buffer[now.row]];
    finding.buffer = shared ? "shared memory" : buffer->name;
    const std::uint64_t width = shared ? trace_.accesses.bytes[now.row] : launch::bytes(buffer->type);
    finding.element = static_cast<std::int64_t>(offset / width);
    finding.first = witness(past);
    finding.second = witness(now);
  }

  /// Whether both wrote, and the same value.
  bool alike(const Past& past, const Past& now) const {
    return trace_.accesses.kind[past.row] == AccessKind::write && trace_.accesses.kind[now.row] == AccessKind::write &&
           access_of(past).stored == access_of(now).stored;
  }

  trace::LaneAccess access_of(const Past& access) const {
    std::array<trace::LaneAccess, trace::lanes> lanes;
    trace::unpack(trace_, access.row, lanes);
    const std::uint32_t active = trace_.steps.active[trace_.accesses.step[access.row]];
    const std::uint32_t below = active & ((1u << access.lane) - 1);
    return lanes[static_cast<std::size_t>(std::popcount(below))];
  }

  launch::Witness witness(const Past& access) const {
    const trace::LaneAccess lane = access_of(access);
    const AccessKind kind = trace_.accesses.kind[access.row];
    launch::Witness witness;
    witness.block = base::position(lane.thread / threads_, launch_.grid);
    witness.thread = base::position(lane.thread % threads_, launch_.block);
    const auto place = ptx::source_place(*launch_.module, listing_, trace_.steps.instruction[trace_.accesses.step[access.row]]);
    witness.file = place.file;
    witness.line = place.line;
    witness.column = place.column;
    witness.access = kind;
    witness.value = lane.stored;
    if (kind == AccessKind::read) witness.value = lane.value;
    witness.has_value = true;
    return witness;
  }

  const launch::Launch& launch_;
  const trace::Trace& trace_;
  const ptx::Listing listing_;
  const std::uint64_t threads_;
  std::uint64_t unit_ = 4;  // bytes of a place: the narrowest access
  const std::vector<const launch::Buffer*> buffers_;
  std::vector<std::uint32_t> passed_;  // barriers, per lane of the grid's warps
  std::map<std::uint32_t, std::vector<LatestAccesses>> global_;
  std::map<std::uint64_t, std::vector<LatestAccesses>> shared_;  // by block
  std::map<Key, launch::Finding> findings_;
};

}  // namespace

TraceRaces trace_races(const launch::Launch& launch, const trace::Trace& trace) { return RaceSearch(launch, trace).search(); }

void add_trace_races(const launch::Launch& launch, launch::LaunchResult& result) {
  if (result.trace.level == trace::Level::none) {
    result.unchecked = "Data races were not looked for, as there is no trace.";
    return;
  }
  TraceRaces races = trace_races(launch, result.trace);
  result.findings = std::move(races.findings);
  result.unchecked = std::move(races.unchecked);
}

}  // namespace warplens::analysis
