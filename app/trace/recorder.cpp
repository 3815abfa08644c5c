#include "trace/recorder.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include "trace/parts.h"
#include "trace/time_order.h"

namespace warplens::trace {
namespace {

/// Stride in bytes per lane between the two lowest active lanes; 0 with a single active lane.
std::uint64_t stride_of(std::uint32_t active, std::span<const std::uint64_t, lanes> offsets) {
  const std::uint32_t rest = active & (active - 1);
  if (rest == 0) return 0;
  const int first = std::countr_zero(active), second = std::countr_zero(rest);
  const auto difference =
      static_cast<std::int64_t>(offsets[static_cast<std::size_t>(second)] - offsets[static_cast<std::size_t>(first)]);
  return static_cast<std::uint64_t>(difference / (second - first));
}

/// Whether every active lane's offset is base + (lane - lowest) · stride, in arithmetic modulo 2^64 and without a branch per
/// lane.
bool is_affine(std::uint32_t active, std::span<const std::uint64_t, lanes> offsets, std::uint64_t base, std::uint64_t stride) {
  std::uint64_t difference = 0;
  std::uint64_t expected = base - static_cast<std::uint64_t>(std::countr_zero(active)) * stride;
  for (std::size_t lane = 0; lane < lanes; ++lane, expected += stride) {
    const std::uint64_t used = std::uint64_t{0} - (active >> lane & 1);
    difference |= (offsets[lane] ^ expected) & used;
  }
  return difference == 0;
}

template <typename T>
void pack(std::byte* to, std::uint32_t active, std::span<const std::uint64_t, lanes> values) {
  if (active == 0xffffffffu) {
    std::array<T, lanes> narrow;
    for (std::size_t lane = 0; lane < lanes; ++lane) narrow[lane] = static_cast<T>(values[lane]);
    std::memcpy(to, narrow.data(), sizeof narrow);
    return;
  }
  for (std::uint32_t rest = active; rest != 0; rest &= rest - 1, to += sizeof(T)) {
    const T narrow = static_cast<T>(values[static_cast<std::size_t>(std::countr_zero(rest))]);
    std::memcpy(to, &narrow, sizeof narrow);
  }
}

}  // namespace

Recorder::Recorder(Level level, std::uint64_t budget_bytes, base::Dim3 grid, base::Dim3 block, std::uint32_t schedulers)
    : budget_(budget_bytes), recording_(level != Level::none) {
  trace_.level = level;
  trace_.grid = grid;
  trace_.block = block;
  trace_.schedulers = schedulers;
  if (recording_) reserve_columns();
}

/// Rows to reserve, so that the columns of a typical launch are not reallocated: sixteen instructions per warp, four of them
/// accesses of four bytes per lane. Too high an estimate costs address space, not memory.
void Recorder::reserve_columns() {
  constexpr std::uint64_t warp_bytes = 16 * step_bytes + 4 * (access_bytes + lanes * 4), max_guess = 1 << 18;
  const std::uint64_t warps = std::min({base::count(trace_.grid) * trace_.warps_per_block(), budget_ / warp_bytes, max_guess});
  Steps& steps = trace_.steps;
  steps.cycle.reserve(16 * warps);
  for (auto* column : {&steps.warp, &steps.instruction, &steps.active, &steps.access}) column->reserve(16 * warps);
  Accesses& accesses = trace_.accesses;
  for (auto* column : {&accesses.step, &accesses.buffer, &accesses.offsets}) column->reserve(4 * warps);
  for (auto* column : {&accesses.done, &accesses.base, &accesses.value}) column->reserve(4 * warps);
  accesses.kind.reserve(4 * warps);
  accesses.space.reserve(4 * warps);
  accesses.bytes.reserve(4 * warps);
  accesses.path.reserve(4 * warps);
  accesses.stride.reserve(4 * warps);
  accesses.values.reserve(4 * warps * lanes * 4);
}

bool Recorder::room_while_recording(std::uint64_t cycle) {
  if (!used_up_ && has_room_for_step(budget_, used_, trace_.steps.size(), trace_.accesses.size())) return true;
  recording_ = false;
  stopped_at_ = complete_before_;
  placed_until_ = std::min(cycle, complete_before_);
  trace_.truncation = Truncation::budget;
  trace_.steps_not_recorded = 1;
  return false;
}

void Recorder::append_step(std::uint64_t cycle, std::uint32_t warp, std::uint32_t instruction, std::uint32_t active,
                           std::uint32_t access) {
  trace_.steps.cycle.push_back(cycle);
  trace_.steps.warp.push_back(warp);
  trace_.steps.instruction.push_back(instruction);
  trace_.steps.active.push_back(active);
  trace_.steps.access.push_back(access);
  used_ += step_bytes;
}

std::span<std::uint64_t> Recorder::append_steps(std::uint32_t warp, std::uint32_t first, std::uint32_t active,
                                                std::uint32_t count) {
  Steps& steps = trace_.steps;
  const std::size_t rows = steps.size();
  const std::uint64_t before_last = std::uint64_t{count} - 1;
  if (!recording_ || used_up_ || count == 0 ||
      !has_room_for_step(budget_, used_ + before_last * step_bytes, rows + before_last, trace_.accesses.size()))
    return {};
  steps.cycle.resize(rows + count);
  steps.warp.resize(rows + count, warp);
  steps.instruction.resize(rows + count);
  std::iota(steps.instruction.end() - count, steps.instruction.end(), first);
  steps.active.resize(rows + count, active);
  steps.access.resize(rows + count, no_row);
  used_ += count * step_bytes;
  return std::span(steps.cycle).subspan(rows);
}

void Recorder::access(std::uint64_t cycle, std::uint32_t warp, std::uint32_t instruction, std::uint32_t active,
                      const WarpAccess& access, bool first_element) {
  if (active == 0) {  // the guard let no lane through: nothing was accessed
    if (first_element) step(cycle, warp, instruction, active);
    return;
  }
  Accesses& accesses = trace_.accesses;
  if (first_element) {
    if (!room_for_step(cycle)) return;
    append_step(cycle, warp, instruction, active, static_cast<std::uint32_t>(accesses.size()));
  } else if (!recording_) {
    return;
  }
  append_access(access, first_element ? access.path : RequestPath{});
  append_offsets(active, access);
  append_values(active, access.bytes, access.values);
  if (access.kind == AccessKind::atomic) append_values(active, access.bytes, access.stored);
}

void Recorder::access(std::uint64_t cycle, std::uint32_t warp, std::uint32_t instruction, const NeighbourAccess& access) {
  if (!room_for_step(cycle)) return;
  Accesses& accesses = trace_.accesses;
  append_step(cycle, warp, instruction, 0xffffffffu, static_cast<std::uint32_t>(accesses.size()));
  append_access(access, access.path);
  accesses.base.push_back(access.offset);
  accesses.stride.push_back(access.bytes);
  accesses.offsets.push_back(no_row);
  const std::size_t size = std::size_t{lanes} * access.bytes;
  accesses.values.insert(accesses.values.end(), access.values, access.values + size);
  used_ += size;
}

/// All columns but the offsets; the values are to be appended next.
template <typename Access>
void Recorder::append_access(const Access& access, RequestPath path) {
  Accesses& accesses = trace_.accesses;
  accesses.step.push_back(static_cast<std::uint32_t>(trace_.steps.size() - 1));
  accesses.kind.push_back(access.kind);
  accesses.space.push_back(access.space);
  accesses.bytes.push_back(access.bytes);
  accesses.buffer.push_back(access.buffer);
  accesses.done.push_back(access.done);
  accesses.path.push_back(path);
  accesses.value.push_back(accesses.values.size());
  used_ += access_bytes;
}

void Recorder::append_offsets(std::uint32_t active, const WarpAccess& access) {
  Accesses& accesses = trace_.accesses;
  const std::uint64_t base = access.offsets[static_cast<std::size_t>(std::countr_zero(active))];
  const std::uint64_t stride = stride_of(active, access.offsets);
  accesses.base.push_back(base);
  if (is_affine(active, access.offsets, base, stride)) {
    accesses.stride.push_back(static_cast<std::int64_t>(stride));
    accesses.offsets.push_back(no_row);
    return;
  }
  accesses.stride.push_back(0);
  accesses.offsets.push_back(static_cast<std::uint32_t>(accesses.irregular.size()));
  std::array<std::uint64_t, lanes>& offsets = accesses.irregular.emplace_back();
  for (std::size_t lane = 0; lane < lanes; ++lane) offsets[lane] = (active >> lane & 1) != 0 ? access.offsets[lane] : 0;
  used_ += irregular_bytes;
}

void Recorder::append_values(std::uint32_t active, std::uint8_t bytes, std::span<const std::uint64_t, lanes> values) {
  std::vector<std::byte>& packed = trace_.accesses.values;
  const std::size_t start = packed.size(), size = static_cast<std::size_t>(std::popcount(active)) * bytes;
  packed.resize(start + size);
  std::byte* to = packed.data() + start;
  switch (bytes) {
    case 1:
      pack<std::uint8_t>(to, active, values);
      break;
    case 2:
      pack<std::uint16_t>(to, active, values);
      break;
    case 4:
      pack<std::uint32_t>(to, active, values);
      break;
    default:
      pack<std::uint64_t>(to, active, values);
      break;
  }
  used_ += size;
}

void Recorder::append_wait(WaitReason reason, std::uint32_t warp, std::uint64_t begin, std::uint64_t end) {
  if (is_part_) wait_steps_.push_back(static_cast<std::uint32_t>(trace_.steps.size()));
  trace_.waits.warp.push_back(warp);
  trace_.waits.reason.push_back(reason);
  trace_.waits.begin.push_back(begin);
  trace_.waits.end.push_back(end);
  used_ += wait_bytes;
}

void Recorder::place(std::uint32_t block, std::uint32_t sm, std::uint64_t start, std::uint64_t end, std::uint32_t scheduler) {
  const bool counts_only = trace_.level == Level::none;
  const bool too_late = !recording_ && start > placed_until_ && !is_part_;  // of parts, join_parts() says
  if (counts_only ? trace_.placements.size() >= max_placements : too_late) return;
  trace_.placements.block.push_back(block);
  trace_.placements.sm.push_back(sm);
  trace_.placements.scheduler.push_back(scheduler);
  trace_.placements.start.push_back(start);
  trace_.placements.end.push_back(end);
  used_ += placement_bytes;
}

void Recorder::note_turn(std::uint64_t cycle, std::uint32_t tie) {
  if (!turns_.empty() && turns_.back().cycle == cycle) tie = std::max(tie, turns_.back().tie);
  const Part::Turn turn{cycle,
                        tie,
                        static_cast<std::uint32_t>(trace_.steps.size()),
                        static_cast<std::uint32_t>(trace_.waits.size()),
                        static_cast<std::uint32_t>(trace_.placements.size()),
                        used_};
  if (!turns_.empty() && turns_.back().used == used_)
    turns_.back() = turn;  // it left no rows
  else
    turns_.push_back(turn);
}

Trace Recorder::finish(std::uint64_t end_cycle) {
  JoinedParts joined;
  if (!other_parts_.empty()) {
    other_parts_.push_back(take_part());
    joined = join_parts(other_parts_, budget_);
    trace_ = std::move(joined.trace);
    stopped_at_ = joined.stopped_at;
  }
  trace_.end_cycle = end_cycle;
  trace_.steps_not_recorded += order_by_time(trace_, stopped_at_, std::move(joined.steps));
  order_by_begin(trace_.waits, stopped_at_, std::move(joined.waits));
  order_by_block(trace_.placements);
  recording_ = false;
  used_ = 0;
  return std::exchange(trace_, Trace{});
}

}  // namespace warplens::trace
