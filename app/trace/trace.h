#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "base/dim3.h"
#include "base/result.h"

// The trace of a launch, as columns: one row per warp instruction, one row per warp memory access. All machines use this form:
// the SIMT machine writes it while it runs, a GPU's records are converted. Threads are numbered block · (threads per block) +
// thread, warps block · (warps per block) + warp; both linear, x fastest.

namespace warplens::trace {

inline constexpr std::uint32_t no_row = 0xffffffffu;
inline constexpr std::uint32_t no_buffer = 0xffffffffu;
inline constexpr int lanes = 32;

enum class AccessKind : std::uint8_t { read, write, atomic };
enum class MemorySpace : std::uint8_t { global, shared, local, constant, parameter };

/// How much a trace records.
enum class Level : std::uint8_t {
  none,    ///< no steps, only counters and block placements
  memory,  ///< rows of Steps for memory accesses and barriers only
  full,    ///< a row of Steps for every warp instruction
};

/// One row per recorded warp instruction, in the order in which they took effect.
struct Steps {
  std::vector<std::uint64_t> cycle;        ///< issue, in cycles from the launch (modelled, or measured by the GPU's clock)
  std::vector<std::uint32_t> warp;         ///< linear warp of the grid
  std::vector<std::uint32_t> instruction;  ///< number in the launch's ptx::Listing
  std::vector<std::uint32_t> active;       ///< lanes that executed it: active, and with a true guard
  std::vector<std::uint32_t> access;       ///< its first row in Accesses (further rows of a vector access follow), or no_row
  std::size_t size() const { return cycle.size(); }
  bool operator==(const Steps&) const = default;
};

/// Sources of the sectors of a load or an atomic, modelled: numbers of sectors served by L1, L2 and memory. Zero without a model,
/// and for stores.
struct RequestPath {
  std::uint32_t queued = 0;  ///< wait of a request to memory for bytes requested earlier, cycles
  std::uint16_t memory = 0;
  std::uint8_t l1 = 0, l2 = 0;
  bool operator==(const RequestPath&) const = default;
};

/// One row per warp memory access, in the order in which they took effect. A vector access (v2, v4) is one row per element.
struct Accesses {
  std::vector<std::uint32_t> step;  ///< row in Steps
  std::vector<AccessKind> kind;
  std::vector<MemorySpace> space;
  std::vector<std::uint8_t> bytes;    ///< width per lane: 1, 2, 4 or 8
  std::vector<std::uint32_t> buffer;  ///< buffer of the launch, or no_buffer (shared, local, …)
  std::vector<std::uint64_t> done;    ///< cycle in which the value arrived (read, atomic) or the write was complete
  std::vector<std::uint64_t> base;    ///< byte offset in the buffer (in the block's shared window, …) of the lowest active lane
  std::vector<std::int64_t> stride;   ///< bytes between neighbouring lanes, if offsets are affine in the lane
  std::vector<std::uint32_t> offsets;  ///< row in `irregular` of 32 offsets if they are not affine, else no_row
  std::vector<std::uint64_t>
      value;  ///< first byte in `values`: read → the value read; write → written; atomic → the old value, then the new
  std::vector<RequestPath> path;  ///< path of the whole request, also for a vector access; in its first row
  std::size_t size() const { return step.size(); }

  std::vector<std::array<std::uint64_t, lanes>> irregular;  ///< offsets per lane (0 for inactive lanes)
  /// Packed, little-endian: popcount(active) × bytes per access, lowest lane first; for an atomic all old values, then all new
  /// ones.
  std::vector<std::byte> values;
  bool operator==(const Accesses&) const = default;
};

/// Reason why a warp could not issue its next instruction: it waited for …
enum class WaitReason : std::uint8_t {
  memory,     ///< the value of a load or an atomic
  barrier,    ///< other warps of its block
  selection,  ///< its scheduler, busy with other warps' instructions
  unit,       ///< an arithmetic unit, busy with other warps' instructions
  bandwidth,  ///< L1, shared memory or the connection to L2, busy with other requests
};
inline constexpr std::size_t wait_reasons = 5;

/// One row per wait of a warp, sorted by begin. Modelled, in launches with a timed schedule; empty on a GPU. Diverged lanes wait
/// separately, so rows of one warp may overlap.
struct Waits {
  std::vector<std::uint32_t> warp;        ///< linear warp of the grid
  std::vector<WaitReason> reason;         //
  std::vector<std::uint64_t> begin, end;  ///< cycles
  std::size_t size() const { return warp.size(); }
  bool operator==(const Waits&) const = default;
};

/// A block placed on a multiprocessor.
struct BlockPlacements {
  std::vector<std::uint32_t> block;  ///< linear block of the grid
  std::vector<std::uint32_t> sm;
  std::vector<std::uint32_t> scheduler;   ///< for its first warp; following warps use the next ones, in turn (Trace::schedulers)
  std::vector<std::uint64_t> start, end;  ///< cycles
  std::size_t size() const { return block.size(); }
  bool operator==(const BlockPlacements&) const = default;
};

/// Why a trace is incomplete.
enum class Truncation : std::uint8_t { none, budget };

struct Trace {
  Level level = Level::none;
  base::Dim3 grid, block;
  Steps steps;
  Accesses accesses;
  Waits waits;
  BlockPlacements placements;
  std::uint32_t schedulers = 0;  ///< per multiprocessor; 0 if warps have none: without a timed schedule, on a GPU
  std::uint64_t end_cycle = 0;   ///< when the last warp exited
  /// With `budget`: recording stopped between two steps. Everything before is complete, including the accesses of every step;
  /// nothing after it is recorded.
  Truncation truncation = Truncation::none;
  std::uint64_t steps_not_recorded = 0;

  std::uint64_t threads_per_block() const { return base::count(block); }
  std::uint64_t warps_per_block() const { return (threads_per_block() + lanes - 1) / lanes; }
  /// Memory used by the columns, bytes.
  std::uint64_t bytes() const;
  bool operator==(const Trace&) const = default;
};

/// One lane's part of an access, unpacked.
struct LaneAccess {
  std::uint64_t thread;  ///< linear thread of the grid
  std::uint64_t offset;  ///< bytes in the buffer
  std::uint64_t value;   ///< bits read or written, zero-extended; for an atomic the old value
  std::uint64_t stored;  ///< for an atomic the new value; for a write the same as value
};

/// Unpack access row `row`, lowest lane first, into `out`. Returns the number of lanes.
int unpack(const Trace& trace, std::size_t row, std::array<LaneAccess, lanes>& out);

/// Write and read a trace (`--trace FILE`): a magic number, a version, a checksum, then each column, little-endian. Reading
/// checks every length and every index: a damaged file gives an error, never a crash. A saved trace reads back
/// equal.
base::Status save(const Trace& trace, const std::filesystem::path& path);
base::Result<Trace> load(const std::filesystem::path& path);

}  // namespace warplens::trace
