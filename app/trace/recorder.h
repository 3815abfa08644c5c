#pragma once

#include <cstdint>
#include <span>

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
  RequestPath path{};                            ///< of the whole request, with its first element
};

/// Appends to a trace within a budget of bytes. Once the budget is exhausted, it stops between two steps and only counts the
/// rest. A machine whose warps run ahead of each other may record out of order if it calls complete_before(): finish() then sorts
/// the steps by time, and leaves out those before which steps may be missing.
class Recorder {
 public:
  /// `schedulers`: Trace::schedulers.
  Recorder(Level level, std::uint64_t budget_bytes, base::Dim3 grid, base::Dim3 block, std::uint32_t schedulers = 0);

  bool recording() const { return recording_; }
  Level level() const { return trace_.level; }

  /// Record a warp instruction without a memory access. At Level::memory, machines call it for barriers only.
  void step(std::uint64_t cycle, std::uint32_t warp, std::uint32_t instruction, std::uint32_t active);
  /// Record a warp instruction with a memory access (a vector access: one call per element, the first with `first_element`).
  void access(std::uint64_t cycle, std::uint32_t warp, std::uint32_t instruction, std::uint32_t active, const WarpAccess& access,
              bool first_element = true);
  /// Record that a warp waited from cycle `begin` to `end`; of warps without schedulers nothing is recorded.
  void wait(WaitReason reason, std::uint32_t warp, std::uint64_t begin, std::uint64_t end) {
    if (recording_ && trace_.schedulers != 0 && begin < end) append_wait(reason, warp, begin, end);
  }
  /// Record the placement of a block when the block ends; `scheduler` is that of its first warp. Blocks that started after
  /// recording stopped are left out; at Level::none, all but the first million.
  void place(std::uint32_t block, std::uint32_t sm, std::uint64_t start, std::uint64_t end, std::uint32_t scheduler = 0);

  /// Append the placements of another recorder.
  void place_all(const Recorder& other);

  static constexpr std::uint64_t most_placements = 1'000'000;  ///< at Level::none: 24 MB

  /// No step before `cycle` will be recorded any more.
  void complete_before(std::uint64_t cycle) { complete_before_ = cycle; }

  /// The finished trace; the recorder is empty afterwards.
  Trace finish(std::uint64_t end_cycle);

 private:
  void reserve_columns();
  bool room_for_step(std::uint64_t cycle);
  void append_step(std::uint64_t cycle, std::uint32_t warp, std::uint32_t instruction, std::uint32_t active,
                   std::uint32_t access);
  void append_wait(WaitReason reason, std::uint32_t warp, std::uint64_t begin, std::uint64_t end);
  void append_offsets(std::uint32_t active, const WarpAccess& access);
  void append_values(std::uint32_t active, std::uint8_t bytes, std::span<const std::uint64_t, lanes> values);

  Trace trace_;
  std::uint64_t budget_ = 0, used_ = 0;
  std::uint64_t complete_before_ = ~std::uint64_t{0};  ///< the default means that steps are recorded in the order of time
  std::uint64_t stopped_at_ = ~std::uint64_t{0};       ///< steps from this cycle on are left out
  std::uint64_t placed_until_ = 0;                     ///< blocks that start later are left out
  bool recording_ = false;
};

}  // namespace warplens::trace
