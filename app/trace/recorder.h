#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "trace/parts.h"
#include "trace/trace.h"

namespace warplens::trace {

/// One memory access of a warp, as a machine records it. Offsets and values of inactive lanes are ignored.
struct WarpAccess {
  AccessKind kind;
  MemorySpace space;
  std::uint8_t bytes;
  std::uint32_t buffer;
  std::uint64_t done;
  std::span<const std::uint64_t, lanes> offsets;
  std::span<const std::uint64_t, lanes> values;  ///< zero-extended; an atomic's old values
  std::span<const std::uint64_t, lanes> stored;  ///< an atomic's new values; ignored otherwise
  RequestPath path{};                            ///< path of the whole request; set with its first element
};

/// A load or store by all 32 lanes of neighbouring elements.
struct NeighbourAccess {
  AccessKind kind;  ///< not an atomic
  MemorySpace space;
  std::uint8_t bytes;  ///< per element
  std::uint32_t buffer;
  std::uint64_t done;
  std::uint64_t offset;     ///< of lane 0
  const std::byte* values;  ///< the elements, as they lie in memory after the access
  RequestPath path{};
};

/// Appends to a trace within a budget of bytes. Once the budget is exhausted, it stops between two steps and only counts the
/// rest. A machine whose warps run ahead of each other may record out of order if it calls begin_turn(): finish() then sorts the
/// steps by time, and leaves out late steps if earlier ones may be missing.
///
/// If several machines run parts of one launch at the same time, each has its own recorder (record_part()). At the end, one of
/// these recorders joins the others (join()).
class Recorder {
 public:
  /// `schedulers`: Trace::schedulers.
  Recorder(Level level, std::uint64_t budget_bytes, base::Dim3 grid, base::Dim3 block, std::uint32_t schedulers = 0);

  bool recording() const { return recording_; }
  Level level() const { return trace_.level; }

  /// Record a warp instruction without a memory access. At Level::memory, machines call it for barriers only.
  void step(std::uint64_t cycle, std::uint32_t warp, std::uint32_t instruction, std::uint32_t active) {
    if (room_for_step(cycle)) append_step(cycle, warp, instruction, active, no_row);
  }
  /// Record `count` consecutive instructions without memory accesses. `latency(k)`: cycles from the issue of instruction k to the
  /// issue of the next one.
  template <typename Latency>
  void steps(std::uint64_t cycle, std::uint32_t warp, std::uint32_t first, std::uint32_t active, std::uint32_t count,
             Latency latency) {
    const std::span<std::uint64_t> cycles = append_steps(warp, first, active, count);
    for (std::uint32_t k = 0; k < count; cycle += latency(k++)) {
      if (cycles.empty())
        step(cycle, warp, first + k, active);
      else
        cycles[k] = cycle;
    }
  }
  /// Record a warp instruction with a memory access (a vector access: one call per element, the first with `first_element`).
  void access(std::uint64_t cycle, std::uint32_t warp, std::uint32_t instruction, std::uint32_t active, const WarpAccess& access,
              bool first_element = true);
  /// Record an access of neighbouring elements; faster than the general access().
  void access(std::uint64_t cycle, std::uint32_t warp, std::uint32_t instruction, const NeighbourAccess& access);
  /// Record that a warp waited from cycle `begin` to `end`. Records nothing if warps have no schedulers.
  void wait(WaitReason reason, std::uint32_t warp, std::uint64_t begin, std::uint64_t end) {
    if (recording_ && trace_.schedulers != 0 && begin < end) append_wait(reason, warp, begin, end);
  }
  /// Record the placement of a block when the block ends. `scheduler`: the scheduler of its first warp. Blocks that started after
  /// recording stopped are left out; at Level::none, all but the first million.
  void place(std::uint32_t block, std::uint32_t sm, std::uint64_t start, std::uint64_t end, std::uint32_t scheduler = 0);

  static constexpr std::uint64_t max_placements = 1'000'000;  ///< at Level::none: 24 MB

  /// Begin a turn at this cycle: everything recorded from now on belongs to it, and no step before this cycle will follow. `tie`:
  /// orders turns of one cycle; turns of two parts never have the same.
  void begin_turn(std::uint64_t cycle, std::uint32_t tie) {
    complete_before_ = cycle;
    if (is_part_ && recording_) note_turn(cycle, tie);
  }

  /// Make this the recorder of a part. Call it before anything is recorded.
  void record_part() { is_part_ = true; }
  /// Bytes of the budget used so far.
  std::uint64_t used() const { return used_; }
  /// Stop recording before the next turn, because all parts together have used up the budget.
  void use_up() { used_up_ = true; }
  /// Add another part of the launch; its recorder is empty afterwards.
  void join(Recorder&& other) { other_parts_.push_back(other.take_part()); }

  /// Finish and return the trace; the recorder is empty afterwards. With several parts, the result equals the trace of a single
  /// recorder with this recorder's budget.
  Trace finish(std::uint64_t end_cycle);

 private:
  void reserve_columns();
  /// Whether to record another step; counts the step if recording has stopped. Inline, because most launches record nothing.
  bool room_for_step(std::uint64_t cycle) {
    if (recording_) return room_while_recording(cycle);
    trace_.steps_not_recorded += trace_.truncation != Truncation::none;
    return false;
  }
  bool room_while_recording(std::uint64_t cycle);
  void append_step(std::uint64_t cycle, std::uint32_t warp, std::uint32_t instruction, std::uint32_t active,
                   std::uint32_t access);
  /// Append several steps at once. Returns their cycles, for the caller to set. Without room for all of them, appends and returns
  /// nothing.
  std::span<std::uint64_t> append_steps(std::uint32_t warp, std::uint32_t first, std::uint32_t active, std::uint32_t count);
  void append_wait(WaitReason reason, std::uint32_t warp, std::uint64_t begin, std::uint64_t end);
  template <typename Access>
  void append_access(const Access& access, RequestPath path);
  void append_offsets(std::uint32_t active, const WarpAccess& access);
  void append_values(std::uint32_t active, std::uint8_t bytes, std::span<const std::uint64_t, lanes> values);
  void note_turn(std::uint64_t cycle, std::uint32_t tie);
  Part take_part() { return {std::exchange(trace_, {}), std::exchange(turns_, {}), std::exchange(wait_steps_, {}), used_}; }

  Trace trace_;
  std::uint64_t budget_ = 0, used_ = 0;
  std::uint64_t complete_before_ = ~std::uint64_t{0};  ///< default: steps are recorded in the order of time
  std::uint64_t stopped_at_ = ~std::uint64_t{0};       ///< steps from this cycle on are left out
  std::uint64_t placed_until_ = 0;                     ///< blocks that start later are left out
  bool recording_ = false;
  bool is_part_ = false, used_up_ = false;
  std::vector<Part::Turn> turns_;          ///< only if this is a part
  std::vector<std::uint32_t> wait_steps_;  ///< only if this is a part
  std::vector<Part> other_parts_;
};

}  // namespace warplens::trace
