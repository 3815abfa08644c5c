#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "simt/code/execute/cells.h"
#include "simt/code/memory/global_memory.h"
#include "simt/machine/barriers/mbarriers.h"
#include "simt/machine/caches/caches.h"
#include "simt/machine/common_state.h"
#include "simt/machine/faults.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/memory/atomic_queue.h"
#include "simt/machine/memory/copies.h"
#include "simt/machine/memory/request.h"
#include "simt/machine/observe/observers.h"
#include "simt/machine/turns/turn_state.h"
#include "simt/native/shared_memory.h"

namespace warplens::simt {

/// Executes the memory accesses of warps: finds the memory window, checks bounds, moves the values, and computes completion
/// times. Owns the access patterns, the caches, the queues of atomics, and the completion time of the last access.
/// Its functions are compiled for each Observer (simt/machine/observe/observers.h).
class MemoryUnit {
 public:
  /// `parameters`: the bytes of context.parameters.
  MemoryUnit(const LaunchContext& context, std::span<std::byte> parameters, GlobalMemory& memory, const CoreShare& share,
             Copies& copies, Mbarriers& mbarriers, Observation& observation, Faults& faults);

  struct State {
    explicit State(const LaunchContext& context) : patterns(context.program.accesses), l2(context.spec) {}

    std::vector<AccessPattern> patterns;             ///< by Decoded::access
    std::uint64_t run = 0;                           ///< number of straight runs of instructions begun so far
    AtomicQueue atomics;                             ///< global memory
    std::vector<AtomicQueue> shared;                 ///< per block slot: atomics on its shared memory
    std::vector<L1Cache> l1;                         ///< per multiprocessor; empty in launches without time
    L2Cache l2;                                      ///< unused where several cores share one (CommonState::l2)
    std::uint64_t interval_end = L2Cache::interval;  ///< end of the L2 cache's interval in which the current turn began
    std::uint64_t end_cycle = 0;                     ///< cycle in which the last access completes
  };
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }
  /// Approximate size of `state`, bytes.
  static std::uint64_t bytes(const State& state);

  /// Begin a straight run of instructions, or a single access, by the same lanes of one warp.
  void begin_run() { ++state_.run; }
  /// Counter of the runs begun so far, for machine code, which begins runs itself.
  std::uint64_t* runs() { return &state_.run; }
  /// A block's shared memory, for machine code. `direct`: the code may load from it itself.
  native::SharedMemory shared_memory(const ResidentBlock& block, bool direct) {
    const bool checked = observation_.checks() != nullptr;
    return {.patterns = state_.patterns.data(),
            .bytes = block.shared.data(),
            .size = direct ? block.shared.size() : 0,
            .latency = spec_.shared_latency,
            .bank_conflict_cycles = spec_.bank_conflict_cycles,
            .next = checked ? unchecked_.data() : nullptr,
            .end = checked ? unchecked_.data() + unchecked_.size() : nullptr};
  }
  /// Report to the check the loads noted by machine code. Call it before the warp does anything else that the check
  /// observes.
  void check(const Running& running, native::SharedMemory& memory);
  /// Add the costs of a warp's loads by machine code: busy cycles of L1, and their end.
  void add(Running& running, const native::SharedMemory& memory) {
    running.l1_cycles += memory.busy;
    state_.end_cycle = std::max(state_.end_cycle, memory.end_cycle);
  }
  /// Fast path for the most frequent access: an instruction with Decoded::loads_unwritten, within bounds, while nothing observes
  /// accesses. False, without side effects, if the slow path is needed. Inlined in the loop over the instructions of a run.
  [[gnu::always_inline]] bool load_unwritten(Running& running, const Decoded& instruction, std::uint32_t active,
                                             launch::Tally& tally) {
    const Frame& frame = running.warp.frame;
    AccessPattern& pattern = state_.patterns[instruction.access];
    const std::uint64_t address = lowest_address(frame, instruction, active, pattern);
    const Allocation* const allocation = memory_.find(address);
    if (allocation == nullptr || allocation->constant || allocation->written) return false;
    const Window& window = allocation->window;
    const std::uint64_t lowest = address - window.base;
    if (!pattern.fits(lowest, window.size, instruction.bytes)) return false;
    tally.bytes_asked += count_lanes(active) * instruction.bytes;
    const RequestLines& touched = lines(pattern, lowest, active);
    const std::uint64_t done = running.clock + global_cycles(running, instruction, *allocation, lowest, touched, tally);
    instruction.load(window.memory + lowest, pattern.from_lowest, frame.destination(instruction.operands[0]), active,
                     pattern.layout);
    state_.end_cycle = std::max(state_.end_cycle, done);
    running.warp.ready[program_.waits[instruction.ready_begin]] = done;
    return true;
  }
  /// Like load_unwritten(), for an instruction with Decoded::loads_shared; a trace, if one is recorded, gets no values.
  template <typename Observer = NoObserver>
  [[gnu::always_inline]] bool load_shared(Running& running, const Decoded& instruction, std::uint32_t active,
                                          launch::Tally& tally) {
    const Frame& frame = running.warp.frame;
    AccessPattern& pattern = state_.patterns[instruction.access];
    const std::uint64_t lowest = lowest_address(frame, instruction, active, pattern);
    std::vector<std::byte>& memory = running.block.shared;
    const std::uint32_t bytes = std::uint32_t{instruction.bytes} * instruction.vector;
    if (!pattern.fits(lowest, memory.size(), bytes)) return false;
    if (!Observer(observation_).plain_load(running, active, bytes, lowest, pattern)) return false;
    const std::uint32_t count = passes(pattern, lowest, active, bytes);
    const std::uint64_t cycles = shared_cycles(running, count, active, bytes, tally);
    const std::uint64_t done = running.clock + std::max<std::uint64_t>(1, cycles);
    LaneLayout layout = pattern.layout;
    if (instruction.vector != 1) {  // the pattern describes whole vectors
      layout.consecutive = false;
      layout.runs = 0;
    }
    for (std::uint32_t i = 0; i < instruction.vector; ++i) {
      const Row row = instruction.operands[i];
      if (row == no_row) continue;
      instruction.load(memory.data() + lowest + std::uint64_t{i} * instruction.bytes, pattern.from_lowest, frame.destination(row),
                       active, layout);
    }
    state_.end_cycle = std::max(state_.end_cycle, done);
    for (std::uint32_t r = instruction.ready_begin; r < instruction.ready_end; ++r) running.warp.ready[program_.waits[r]] = done;
    return true;
  }
  /// Execute a load, store or atomic of the active lanes (at least one). If Faults::stop() is true afterwards, it was not
  /// executed for all of them.
  template <typename Observer>
  void access(Running& running, const Decoded& instruction, std::uint32_t active);
  /// Execute prefetch or prefetchu of the active lanes: moves sectors to L1 or L2. An address in no buffer is no
  /// fault.
  void prefetch(Running& running, const Decoded& instruction, std::uint32_t active);
  /// Execute cp.async of the active lanes.
  template <typename Observer>
  void copy(Running& running, const Decoded& instruction, std::uint32_t active);

  /// Cycle in which the last access completes and memory has moved all bytes.
  std::uint64_t end_cycle() const { return context_.timed ? std::max(state_.end_cycle, l2_.memory_end()) : state_.end_cycle; }
  /// End of the L2 cache's interval in which the current turn began: first cycle after it.
  std::uint64_t interval_end() const { return state_.interval_end; }
  const L2Cache& l2() const { return l2_; }
  /// Share of a launch of `end_cycle` cycles for which one address of global memory was busy with atomic operations.
  double busiest_atomics(std::uint64_t end_cycle) const {
    return end_cycle == 0 ? 0 : std::min(1.0, static_cast<double>(state_.atomics.busiest()) / static_cast<double>(end_cycle));
  }
  /// Call when a turn begins at `time`: advances the L2 cache to the interval of `time`. If several cores share the cache, it
  /// advances later, when a core first accesses it in that interval (CommonState::wait_for_interval()).
  void advance(std::uint64_t time) {
    if (time < state_.interval_end) return;
    state_.interval_end = L2Cache::end_of_interval(time);
    if (share_.common == nullptr) l2_.advance(time);
  }
  /// Remove the block's state.
  void end_block(std::uint32_t block_slot) {
    if (block_slot < state_.shared.size()) state_.shared[block_slot].clear();
  }
  /// Merge `other`, which has run its share of the launch.
  void absorb(const MemoryUnit& other) { state_.end_cycle = std::max(state_.end_cycle, other.state_.end_cycle); }

 private:
  // Address resolution.
  /// Find the lowest address requested by an active lane, and update `pattern` to this request. If several accesses of a run
  /// share a pattern, the first has already found the distances between lanes.
  [[gnu::always_inline]] std::uint64_t lowest_address(const Frame& frame, const Decoded& instruction, std::uint32_t active,
                                                      AccessPattern& pattern) const {
    if (pattern.run != state_.run) {
      pattern.run = state_.run;
      return executor_.lowest_address(frame, instruction, active, pattern);
    }
    const auto offset = static_cast<std::uint64_t>(instruction.offset);
    const Row row = instruction.operands[address_slot];
    if (row == no_row) return offset;
    const std::byte* const addresses = frame.source(row);
    const auto first = static_cast<std::size_t>(std::countr_zero(active));
    if (instruction.address_wide) return cell<std::uint64_t>(addresses, first) - pattern.first + offset;
    return cell<std::uint32_t>(addresses, first) - static_cast<std::uint32_t>(pattern.first) + static_cast<std::uint32_t>(offset);
  }
  void find_window(Running& running, const Decoded& instruction, std::uint64_t address, Request& request);
  bool locate(Running& running, const Decoded& instruction, std::uint32_t active, Request& request);
  bool locate_some(Running& running, const Decoded& instruction, Request& request);
  bool is_as_decoded(const Decoded& instruction, const Request& request) const;
  bool claim(const Allocation& allocation, std::uint64_t lowest, const LaneOffsets& distances, std::uint32_t active,
             std::uint32_t bytes, bool consecutive);

  // memory_cost.cpp: cost
  void make_caches();
  /// 1 + bank conflicts of a shared memory request of this pattern. Depends on the lowest address modulo 32, and on the distances
  /// from it.
  [[gnu::always_inline]] std::uint32_t passes(AccessPattern& pattern, std::uint64_t lowest, std::uint32_t active,
                                              std::uint32_t bytes) const {
    const std::uint64_t start = lowest % pattern.passes.size();
    if (pattern.passes[start] == 0)
      pattern.passes[start] = static_cast<std::uint8_t>(1 + executor_.count_conflicts(pattern.from_lowest, start, active, bytes));
    return pattern.passes[start];
  }
  /// Cycles until the value of a shared memory request has arrived; counts the request. `bytes`: per lane.
  [[gnu::always_inline]] std::uint64_t shared_cycles(Running& running, std::uint32_t passes, std::uint32_t active,
                                                     std::uint32_t bytes, launch::Tally& tally) const {
    ++tally.shared_requests;
    tally.shared_bytes += count_lanes(active) * bytes;
    tally.conflicts += passes - 1;
    running.l1_cycles += passes;
    return spec_.shared_latency + std::uint64_t{passes - 1} * spec_.bank_conflict_cycles;
  }
  /// Lines of a global memory request of this pattern.
  [[gnu::always_inline]] const RequestLines& lines(AccessPattern& pattern, std::uint64_t lowest, std::uint32_t active) const {
    const std::uint64_t start = lowest % line_bytes;
    if (start < pattern.lines_from || start > pattern.lines_to) find_lines(pattern, start, active);
    return pattern.lines;
  }
  void find_lines(AccessPattern& pattern, std::uint64_t start, std::uint32_t active) const;
  /// Cycles until the value has arrived, or until L2 has accepted the write or atomic; counts sectors and hits. `lowest`: offset
  /// in the allocation; `lines` are relative to it. Inlined for the most frequent case: a load of lines that were the last used
  /// of their sets.
  [[gnu::always_inline]] std::uint64_t global_cycles(Running& running, const Decoded& instruction, const Allocation& allocation,
                                                     std::uint64_t lowest, const RequestLines& lines, launch::Tally& tally) {
    ++tally.global_requests;
    tally.sectors += lines.sectors;
    const std::uint32_t l1_cycles = l1_cycles_[lines.sectors];
    running.l1_cycles += l1_cycles;
    if (!context_.timed) return 1;
    if (instruction.in_l1) {
      const L1Cache& l1 = state_.l1[running.block.sm];
      const std::uint64_t first = (allocation.window.base + lowest) / line_bytes;
      std::uint64_t ready = running.clock + spec_.l1_latency;
      std::uint32_t i = 0;
      do {
        const L1Cache::Line* const line = l1.front(first + lines.line[i]);
        if (line == nullptr || (lines.touched[i] & ~line->sectors()) != 0)
          return cycles_beyond(running, instruction, allocation, lowest, lines, tally);
        ready = std::max(ready, line->ready(running.clock));
      } while (++i < lines.count);
      tally.l1_hits += lines.sectors;
      return ready - running.clock + (l1_cycles - 1);
    }
    return cycles_beyond(running, instruction, allocation, lowest, lines, tally);
  }
  /// Slow path of global_cycles(): a request that L2, or another way of an L1 set, must serve.
  std::uint64_t cycles_beyond(Running& running, const Decoded& instruction, const Allocation& allocation, std::uint64_t lowest,
                              const RequestLines& lines, launch::Tally& tally);
  std::uint64_t local_cycles(Running& running, const Decoded& instruction, const Request& request, launch::Tally& tally);
  std::uint32_t different_words(const Request& request) const;
  AtomicQueue& shared_atomics(std::uint32_t block_slot) {
    if (block_slot >= state_.shared.size()) state_.shared.resize(block_slot + 1);
    return state_.shared[block_slot];
  }
  std::uint64_t queue_cycles(const ResidentWarp& warp, const Request& request, std::uint32_t most, std::uint64_t clock);
  std::uint64_t cost(Running& running, const Decoded& instruction, const Request& request, launch::Tally& tally);

  trace::RequestPath path_since(const launch::Tally& before, const launch::Tally& now) const;

  // Execution.
  std::uint32_t row_lanes(const Running& running, const Decoded& instruction, std::uint32_t active);
  template <typename Observer>
  void access_pieces(Running& running, const Decoded& instruction, std::uint32_t active);
  template <typename Observer>
  bool access_at_once(Running& running, const Decoded& instruction, std::uint32_t active, std::uint64_t& done);
  template <typename Observer>
  std::uint64_t request(Running& running, const Decoded& instruction, std::uint32_t active);
  template <typename Observer>
  void serve(Running& running, const Decoded& instruction, Request& request, std::uint64_t& done);
  template <typename Observer>
  void perform(Running& running, const Decoded& instruction, const Request& request);
  void watch(const Running& running, const Decoded& instruction, const Request& request, const std::vector<std::byte>& before);
  // memory_atomic.cpp
  template <typename Observer>
  bool perform_atomic(Running& running, const Decoded& instruction, const Request& request);
  template <typename Observer>
  void perform_atomic_vector(Running& running, const Decoded& instruction, const Request& request);
  template <typename Observer>
  bool perform_wide_swap(Running& running, const Decoded& instruction, const Request& request);

  // memory_copy.cpp: asynchronous copies
  bool find_destinations(const Running& running, const Decoded& instruction, std::uint32_t active, LaneOffsets& destinations);
  bool in_shared(const Running& running, const Decoded& instruction, std::size_t lane, std::uint64_t offset);
  std::optional<std::uint64_t> mbarrier_at(const Running& running, const Decoded& instruction, Row row, std::size_t lane);
  void store_later(Running& running, const Decoded& instruction, std::uint32_t active);
  void copy_bulk(Running& running, const Decoded& instruction, std::uint32_t active, const LaneOffsets& destinations);
  std::uint64_t bulk_done(Running& running, const Decoded& instruction, std::uint64_t address, std::uint32_t size);
  PendingCopy* stage_part(Running& running, const Decoded& instruction, std::size_t lane, std::uint64_t address,
                          std::uint32_t bytes);

  // memory_texture.cpp: textures and surfaces
  template <typename Observer>
  void access_texture(Running& running, const Decoded& instruction, std::uint32_t active);
  const launch::Texture* texture_of(Running& running, const TextureAccess& access, std::uint64_t handle, std::size_t lane);
  template <typename Observer>
  std::uint64_t access_texels(Running& running, const Decoded& piece, const launch::Texture& texture, std::uint32_t active,
                              const LaneOffsets& offsets);
  template <typename Observer>
  std::uint64_t fetch_texture(Running& running, const TextureAccess& access, const launch::Texture& texture,
                              std::uint32_t active);
  template <typename Observer>
  std::uint64_t access_surface(Running& running, const TextureAccess& access, const launch::Texture& texture,
                               std::uint32_t active);
  bool outside_surface(Running& running, const TextureAccess& access, const launch::Texture& texture, std::size_t lane,
                       const std::array<std::int64_t, 3>& at);

  void check_part(const Running& running, const Decoded& instruction, std::size_t lane, std::uint64_t offset, std::uint32_t bytes,
                  Request request);

  const LaunchContext& context_;
  const Program& program_;
  const DeviceSpec& spec_;
  const Executor& executor_;
  const std::span<std::byte> parameters_;
  GlobalMemory& memory_;
  const CoreShare share_;
  Copies& copies_;
  Mbarriers& mbarriers_;
  Observation& observation_;
  Faults& faults_;
  /// By number of sectors: cycles for which a request occupies L1.
  std::array<std::uint8_t, warp_size + 1> l1_cycles_{};
  State state_;
  std::array<native::UncheckedLoad, 64> unchecked_;  ///< loads by machine code that are not checked yet (SharedMemory::next)
  L2Cache& l2_;                                      ///< State::l2, or the common one of all cores
};

}  // namespace warplens::simt
