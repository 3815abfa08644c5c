#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "simt/check/knowledge.h"
#include "simt/check/past_access.h"
#include "simt/code/decode/decoded.h"

namespace warplens::simt {

/// A fence of one thread: its next strong write releases everything the thread had done, and knew, at the fence.
struct FenceMark {
  std::uint32_t time = 0;                       ///< 0: no fence yet
  std::uint32_t warp_time = 0, block_time = 0;  ///< WarpClock::time and BlockClock::time at the fence
};

/// Happens-before state of lanes that act separately within one warp; most warps never need it.
struct LaneClocks {
  std::array<std::array<std::uint32_t, warp_size>, warp_size> met{};  ///< [a][b]: time up to which a knows the operations of b
  std::array<Knowledge, warp_size> known;
  std::array<FenceMark, warp_size> device_fence, block_fence;
  std::array<Knowledge, warp_size> before_lock;  ///< of the lanes in WarpClock::unfenced_locks: `known` before they took a lock
  std::array<std::uint32_t, warp_size> lock{};   ///< of the same lanes: the instruction that took it
};

/// Counts the releasing writes to one synchronising variable.
struct ReleasingWrites {
  struct Last {
    std::uint32_t count, time;
  };
  std::uint32_t number = 0;                            ///< in keys of KnowledgeKey::Kind::writes; 0: none yet
  std::uint32_t count = 0;                             ///< number of writes so far
  std::unordered_map<std::uint32_t, Last> of_threads;  ///< per thread: `count` and time at its last one
};

struct WarpClock {
  std::uint32_t first_thread = 0;
  std::uint32_t time = 0;            ///< operations of its lanes before this time are ordered for all of them
  Knowledge known;                   ///< about other warps
  Knowledge fenced;                  ///< operations fenced by other threads of the block that then met this warp at a barrier
  std::uint32_t unfenced_locks = 0;  ///< lanes that have taken a lock, with no fence of device scope or barrier since
  std::uint32_t narrow_fences = 0;   ///< of these, the lanes that have executed a fence of block scope since
  std::unique_ptr<LaneClocks> lanes;
};

struct BlockClock {
  std::uint32_t index = 0;
  std::uint32_t first_thread = 0, threads = 0;  ///< whole warps
  std::uint32_t start = 0;
  std::uint32_t time = 0;  ///< operations of its threads before this time are ordered for all of them
  /// current tags: for a granule with this tag, another access of the kind adds no information (races.cpp)
  std::uint32_t quiet_reads = 0, quiet_atomics = 0;
  std::uint32_t exited = 0;  ///< threads that have left the kernel
  bool apart = false;        ///< some threads know, or have fenced, operations unknown to others of the block
  Knowledge known, fenced;   ///< as in WarpClock
  std::vector<WarpClock> warps;
  /// Release logs: of synchronising variables in shared memory by offset, and of block-scope releases by address.
  std::unordered_map<std::uint64_t, std::uint32_t> shared_logs, block_logs;
  std::unordered_map<std::uint64_t, ReleasingWrites> writes;  ///< to shared memory by offset
  /// Per mbarrier in shared memory, by offset: position in its release log at the end of the last phase.
  std::unordered_map<std::uint64_t, std::uint32_t> phases;
  struct Arrival {
    std::uint32_t warp, lanes, time;
    bool waits;
    Knowledge known{}, fenced{};  ///< of the lanes when they arrived, unless they wait: then they learn nothing until the end
  };
  std::array<std::vector<Arrival>, 16> arrivals;  ///< per barrier, until it is complete
};

/// The happens-before order of one launch. There is one clock; it ticks at every ordering event: barriers, warp barriers, fences,
/// acquired releases. A block barrier or a warp barrier of all lanes orders by one number; named barriers of some warps, warp
/// barriers of some lanes and fences with strong accesses (PTX ISA, "Memory Consistency Model", release and acquire patterns) by
/// sparse vector clocks. Lenient where CUDA code is: a strong read acquires without a second fence, and operations fenced by one
/// thread may be released by another that it then meets at a barrier (the "threadfence" reduction of the CUDA samples).
class Clocks {
 public:
  /// The clocks of a launch whose blocks have `warps_per_block` warps.
  explicit Clocks(std::uint32_t warps_per_block) : warps_per_block_(warps_per_block) {}

  std::uint32_t now() const { return now_; }
  /// All 2^32 times are used up: races can no longer be detected.
  bool exhausted() const { return now_ > 0xffffff00u; }
  BlockClock& block(std::uint32_t slot) { return blocks_[slot]; }
  /// Current tags for granules of global memory, like BlockClock::quiet_reads and quiet_atomics.
  std::uint32_t quiet_reads() const { return quiet_reads_; }
  std::uint32_t quiet_atomics() const { return quiet_atomics_; }
  /// Whether strong accesses have to be reported to Clocks: some thread has fenced or released.
  bool synchronises() const { return synchronises_; }

  void start_block(std::uint32_t slot, std::uint32_t block);

  /// Threads arrive at a barrier; `waits`: they wait for the others (bar.sync), or not (bar.arrive).
  void arrive(BlockClock& block, std::uint32_t number, std::uint32_t warp, std::uint32_t lanes, bool waits);
  /// All have arrived. `live`: threads of the block that have not exited; all ones: the barrier is for only some of its threads.
  void complete(BlockClock& block, std::uint32_t number, std::uint32_t live);
  /// A warp barrier of `lanes` is complete. `whole`: these are all lanes that the warp began with.
  void meet(BlockClock& block, WarpClock& warp, std::uint32_t lanes, bool whole);
  void fence(BlockClock& block, WarpClock& warp, std::uint32_t lanes, bool block_scope);

  /// A strong access of one lane to the synchronising variable at `location` (an address, or an offset in shared memory).
  struct Strong {
    std::uint64_t location;
    bool shared;
    bool reads, writes;
    bool releases;  ///< .release, .acq_rel: includes its own fence
    bool block_scope;
    bool takes_lock = false;  ///< an atomic that takes a lock (polls.h) and does not acquire by itself
    std::uint32_t pc = 0;     ///< its instruction
  };
  void strong_access(BlockClock& block, WarpClock& warp, std::uint32_t lane, const Strong& access);

  /// A lane arrives at the mbarrier at an offset in shared memory, and releases its operations and its knowledge.
  void arrive_at(BlockClock& block, WarpClock& warp, std::uint32_t lane, std::uint64_t object);
  void complete_phase(BlockClock& block, std::uint64_t object);
  /// A lane has waited for the last phase: it acquires everything released up to the phase's end.
  void pass(BlockClock& block, WarpClock& warp, std::uint32_t lane, std::uint64_t object);
  /// Forget the mbarrier at an offset: a new object is initialised there.
  void forget(BlockClock& block, std::uint64_t object);

  /// Whether `past` happened before the current operation of `thread` of `warp`. With `for_all_lanes`, both are operations of
  /// whole warps: whether each lane's part of `past` happened before each lane's part of the current one.
  bool ordered(const PastAccess& past, std::uint32_t thread, const BlockClock& block, const WarpClock& warp,
               bool for_all_lanes = false) const {
    if (past.time < block.time && past.thread - block.first_thread < block.threads) return true;
    if ((past.thread ^ thread) < warp_size && past.time < warp.time) return true;
    if (!knows_more(block)) return false;
    return for_all_lanes ? known_to_all(past, block, warp) : known(past, thread, block, warp);
  }
  /// Whether anything but barriers of the whole block or a whole warp has ordered threads of the block.
  static bool knows_more(const BlockClock& block) { return block.apart || !block.known.empty(); }

  /// Whether `past`, which is ordered, is ordered only by a lock that the thread has taken, without a fence since then whose
  /// scope includes the thread of `past`.
  bool ordered_by_unfenced_lock(const PastAccess& past, std::uint32_t thread, const BlockClock& block,
                                const WarpClock& warp) const;
  /// Add the number of times used by another core's clocks. False if a single clock would be exhausted().
  bool absorb(const Clocks& other);
  /// From now on, operations have a later time than those before.
  void advance() { tick(); }

  /// Whether `thread` of `warp` has observed the last releasing write of thread `writer` to a variable: it has acquired from it,
  /// or from a thread that has. An operation that observes a write comes after it (PTX ISA, "Memory Consistency Model", Causality
  /// Order), although a release by itself orders only the operations before it.
  bool observed(std::uint32_t writer, std::uint64_t location, bool shared, std::uint32_t thread, const BlockClock& block,
                const WarpClock& warp) const;

  /// Distance of two threads: 0 same thread, 1 same warp, 2 same block, 3 different blocks.
  int distance(std::uint32_t a, std::uint32_t b) const {
    if ((a ^ b) < warp_size) return a == b ? 0 : 1;
    const std::uint32_t threads = warps_per_block_ * warp_size;
    if (std::max(a, b) - std::min(a, b) >= threads) return farthest;  // without a division
    return a / threads == b / threads ? 2 : farthest;
  }
  static constexpr int farthest = 3;

 private:
  std::uint32_t tick() { return ++now_; }
  void new_quiet_tags(BlockClock& block);
  void new_quiet_tags_for_all(BlockClock& block);
  LaneClocks& lanes_of(BlockClock& block, WarpClock& warp);
  bool known(const PastAccess& past, std::uint32_t thread, const BlockClock& block, const WarpClock& warp) const;
  bool known_to_all(const PastAccess& past, const BlockClock& block, const WarpClock& warp) const;
  bool knows(std::uint64_t key, std::uint32_t time, std::uint32_t unwritten, std::uint32_t lane, const BlockClock& block,
             const WarpClock& warp) const;
  bool acquire(BlockClock& block, WarpClock& warp, std::uint32_t lane, std::uint32_t log, bool by_lock);
  bool reach(const std::vector<std::uint64_t>& keys, std::uint32_t time, std::uint32_t since, std::uint32_t lane,
             const BlockClock& block, const WarpClock& warp) const;
  void join_block(BlockClock& block);
  void collect_knowledge(const BlockClock& block, const WarpClock& warp, std::uint32_t lanes, Knowledge& known,
                         Knowledge& fenced) const;
  void collect_fences(const BlockClock& block, const WarpClock& warp, std::uint32_t lanes, Knowledge& fenced) const;
  void release(BlockClock& block, WarpClock& warp, std::uint32_t lane, const FenceMark& fence, std::uint32_t log);

  std::uint32_t warps_per_block_;
  std::uint32_t now_ = 1;
  std::uint32_t quiet_reads_ = 0, quiet_atomics_ = 0;
  bool synchronises_ = false;
  std::vector<BlockClock> blocks_;  ///< by block slot
  std::unordered_map<std::uint64_t, std::uint32_t> device_logs_;
  std::unordered_map<std::uint64_t, ReleasingWrites> writes_;  ///< to global memory by address
  std::uint32_t written_variables_ = 0;                        ///< ReleasingWrites::number used so far
  ReleaseLogs logs_;
};

}  // namespace warplens::simt
