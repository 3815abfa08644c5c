#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "ptx/module.h"

// The executable form: one Decoded per PTX instruction, its operands already resolved to places in a register file.

namespace warplens::simt {

inline constexpr int warp_size = 32;
inline constexpr std::uint32_t all_lanes = 0xffffffffu;

/// Number of active lanes. Tests for all and none first: these are the common cases, and some processors count bits slowly.
inline std::uint64_t count_lanes(std::uint32_t active) {
  if (active == all_lanes || active == 0) return active & warp_size;
  return static_cast<std::uint64_t>(std::popcount(active));
}

/// A row: 32 lanes of 4 or 8 bytes side by side, or 32 predicate bits in one word. The value is the byte offset of the row in the
/// warp's registers, or in the program's constants where `in_constants` is set; `negated` is the ! of a predicate operand.
using Row = std::uint32_t;
inline constexpr Row in_constants = 0x80000000u, negated = 0x40000000u, row_offset = 0x3fffffffu;
inline constexpr Row no_row = 0xffffffffu;

/// The operand storage of one instruction: registers of its warp, constants of the program, parameters of the launch.
struct Frame {
  std::byte* registers = nullptr;
  const std::byte* constants = nullptr;
  const std::byte* parameters = nullptr;
  std::byte* local = nullptr;      ///< the lanes' local memory, one lane after the other
  std::uint64_t local_stride = 0;  ///< bytes per lane in `local`

  std::byte* destination(Row row) const { return registers + (row & row_offset); }
  const std::byte* source(Row row) const { return (row & in_constants ? constants : registers) + (row & row_offset); }
  /// Predicate bits, after negation.
  std::uint32_t predicate(Row row) const {
    std::uint32_t bits;
    std::memcpy(&bits, source(row), sizeof bits);
    return row & negated ? ~bits : bits;
  }
  void set_predicate(Row row, std::uint32_t bits, std::uint32_t active) const {
    std::uint32_t old;
    std::memcpy(&old, destination(row), sizeof old);
    bits = (old & ~active) | (bits & active);
    std::memcpy(destination(row), &bits, sizeof bits);
  }
};

struct Decoded;

/// Runs one instruction for the lanes in `active` (never 0).
using Execute = void (*)(const Frame& frame, const Decoded& instruction, std::uint32_t active);

using LaneOffsets = std::array<std::uint64_t, warp_size>;

/// Regularities of a full warp's addresses that allow values to be moved in bulk. Aligned so that it is passed as one word:
/// otherwise the three bytes are stored one by one, and reading them as a word has to wait for these stores.
struct alignas(4) LaneLayout {
  bool consecutive = false;  ///< each lane's address directly follows the previous lane's
  std::uint8_t runs = 0;     ///< bit q, for lanes 8q to 8q + 7: addresses are consecutive
  std::uint8_t repeats = 0;  ///< bit q, for lanes 8q to 8q + 7: addresses are equal
};

/// Moves the active lanes' values between memory at `base + offsets[lane]` and a row. Offsets have been checked.
using LoadLanes = void (*)(const std::byte* base, const LaneOffsets& offsets, std::byte* row, std::uint32_t active,
                           LaneLayout layout);
using StoreLanes = void (*)(std::byte* base, const LaneOffsets& offsets, const std::byte* row, std::uint32_t active,
                            LaneLayout layout);
/// Executes an atomic, one lane at a time: combines memory at `base + offsets[lane]` with the rows of operands b (and c for cas).
/// Stores the previous bits in `old` and the new bits in `now`.
using AtomicLanes = void (*)(std::byte* base, const LaneOffsets& offsets, const std::byte* b, const std::byte* c,
                             std::uint32_t active, LaneOffsets& old, LaneOffsets& now);

/// Instruction class, by how the machine executes it.
enum class Kind : std::uint8_t {
  compute,     ///< changes only registers of its own lanes
  collective,  ///< shfl, vote, …: runs like `compute` once all lanes of the mask have arrived
  branch,
  load,
  store,
  atomic,      ///< atom and red
  barrier,     ///< bar, barrier
  warp_sync,   ///< bar.warp.sync
  fence,       ///< membar, fence: no effect in the machine, where every access takes effect at once; used by the checker
  prefetch,    ///< prefetch, prefetchu: changes only the caches
  copy_group,  ///< cp.async.commit_group, wait_group, wait_all; cp.async itself is a load that completes later
  exit,
  trap,
  table_branch,  ///< brx.idx
  call,
  ret,    ///< return from a function to its call site
  stack,  ///< alloca
  sleep,  ///< nanosleep
};

/// Which other warps can observe when an instruction takes effect. An instruction may run ahead if no other warp can.
enum class Order : std::uint8_t {
  free,         ///< none: it changes registers or local memory
  unwritten,    ///< none: it reads global memory that the launch never writes
  shared_read,  ///< none, while no other warp of the block may write shared memory before their next barrier
  arrival,      ///< none, until all threads of the block have arrived: a barrier of the whole block
  strict,       ///< all: takes effect in time order
};

inline constexpr std::uint32_t no_reconvergence = 0xffffffffu;

inline constexpr int operand_slots = 6;
/// Operand slot of a memory instruction's address row, which may be absent; its values use slots 0 to 3.
inline constexpr std::size_t address_slot = 4;
/// Operand slots of bar.red; the slots before hold the barrier's number and the number of threads.
inline constexpr std::size_t barrier_result_slot = 2, barrier_predicate_slot = 3;
/// Operand slots of cp.async: number of bytes to read, ignore-source predicate, destination address (plus Decoded::immediate);
/// each may be absent.
inline constexpr std::size_t copy_size_slot = 2, copy_ignored_slot = 3, copy_destination_slot = 5;
/// Operand slots of an mbarrier operation: its count, state or parity; and the bytes to expect, added before it arrives. Both may
/// be absent.
inline constexpr std::size_t mbarrier_value_slot = 1, mbarrier_bytes_slot = 2;
/// Operand slot of cp.async.bulk: address of its mbarrier, to which Decoded::target is added; copy_size_slot holds its size.
inline constexpr std::size_t copy_mbarrier_slot = 3;
/// Operand slot of st.async: address of its mbarrier, of `destination_wide` bits, to which Decoded::target is added.
inline constexpr std::size_t store_mbarrier_slot = 5;
inline constexpr std::size_t carry_out_slot = 4, carry_in_slot = 5;  ///< operand slots of CC.CF, for instructions that use it

/// Up to so many elements of an access have their rows in Decoded::operands. With more, all rows are listed in the constants,
/// after an 8-byte number at Decoded::immediate.
inline constexpr std::size_t max_values_in_slots = 4;

/// Decoded::texture of instructions that use none.
inline constexpr std::uint32_t no_texture = 0xffffffffu;

struct Decoded {
  Execute execute = nullptr;
  std::array<Row, operand_slots> operands{no_row, no_row, no_row, no_row, no_row, no_row};  ///< destinations first
  Row guard = no_row;    ///< predicate of @%p, with `negated` for @!%p
  Row members = no_row;  ///< collective, warp_sync: mask of participating lanes; absent: the active lanes
  Kind kind = Kind::compute;
  std::uint8_t bytes = 0;   ///< per element in memory
  std::uint8_t vector = 1;  ///< elements moved per lane
  ptx::Space space = ptx::Space::generic;
  std::uint16_t latency = 1;     ///< cycles until the warp's next instruction
  std::uint16_t computes = 0;    ///< number of consecutive register-only instructions from here
  std::uint16_t invisible = 0;   ///< like `computes`, but also counts loads that no other warp can observe
  std::uint16_t unhindered = 0;  ///< so many of the next `computes` instructions need no scoreboard wait, except the first
  bool reads_shared = false;     ///< one of the loads in `invisible` reads shared memory
  bool reads_clock = false;      ///< an operand is the clock
  Order order = Order::free;
  bool shared_write_ahead = false;  ///< this or a later instruction may write shared memory before the next barrier of the block
  bool last_shared_write = false;   ///< the last instruction that may write shared memory before the next barrier of the block
  bool address_wide = true;         ///< the address register has 64 bits
  bool destination_wide = true;     ///< the register of cp.async's destination, or of st.async's mbarrier, has 64 bits
  bool values_wide = false;         ///< registers loaded or stored have 64 bits
  bool polls = false;               ///< a volatile, relaxed or acquire load: a program may repeat it until another thread writes
  bool in_l1 = false;               ///< a load of global memory that L1 serves, or a prefetch into L1
  /// A load of global memory that the launch never writes, one element per lane, into a register tracked by Program::waits.
  bool loads_unwritten = false;
  /// A load of shared memory, at most four elements per lane, into registers tracked by Program::waits.
  bool loads_shared = false;
  bool replaces = false;                ///< cas, exch: may leave memory unchanged
  bool returns = true;                  ///< an atomic with a destination
  std::uint8_t matrices = 0;            ///< ldmatrix, stmatrix: number of 8 rows, which the first lanes address; wmma: 1
  bool is_reconvergence_point = false;  ///< lanes that diverged reconverge here
  /// branch: target instruction; call: index in Program::calls; table_branch: index in Program::targets
  std::uint32_t target = 0;
  std::uint32_t reconvergence = 0;  ///< branch: where diverged lanes reconverge, or no_reconvergence; call: return address
  std::uint32_t waits_begin = 0, waits_end = 0;    ///< Program::waits: registers that may still be awaiting a load
  std::uint32_t ready_begin = 0, ready_end = 0;    ///< Program::waits: destination registers of this load
  std::uint32_t access = 0;                        ///< memory: index of its AccessPattern (Decoder::place_patterns)
  std::uint32_t pieces_begin = 0, pieces_end = 0;  ///< wmma.load, wmma.store: range of its accesses in Program::pieces
  std::uint32_t texture = no_texture;              ///< tex, tld4, suld, sust, txq, suq: index in Program::textures
  std::int64_t offset = 0;      ///< memory: bytes added to the address; parameter loads: offset in the parameter block
  std::uint64_t immediate = 0;  ///< operation-specific: a rounding mode, a truth table, an index in Program::vectors, …
  LoadLanes load = nullptr;
  StoreLanes store = nullptr;
  AtomicLanes atomic = nullptr, atomic_in_global = nullptr;
  ptx::BarrierMode barrier = ptx::BarrierMode::none;
  ptx::CopyStep copy = ptx::CopyStep::none;
  ptx::MbarrierOp mbarrier =
      ptx::MbarrierOp::none;  ///< the mbarrier operation, if this atomic is one (immediate: 1 with .noComplete, .parity, .noinc)
  ptx::Ordering ordering = ptx::Ordering::weak;  ///< memory order of an access or a fence, with `scope`; used by the checker
  ptx::Scope scope = ptx::Scope::none;

  /// Whether it splits its group: lanes whose guard is true leave, and execute it with other lanes that have arrived at
  /// it.
  bool parts_lanes() const {
    return kind == Kind::call || kind == Kind::barrier || kind == Kind::collective || kind == Kind::warp_sync;
  }
};

/// Whether an instruction orders only some threads of one or more blocks, not all: fences, releases, mbarriers, barriers of some
/// warps.
inline bool orders_some(const Decoded& instruction) {
  using enum ptx::Ordering;
  if (instruction.kind == Kind::barrier) return instruction.operands[1] != no_row;  // with a number of threads
  return instruction.kind == Kind::fence || instruction.mbarrier != ptx::MbarrierOp::none || instruction.ordering == release ||
         instruction.ordering == acq_rel || instruction.ordering == sc;
}

/// Row of element `i` of a load or store.
inline Row value_row(const Frame& frame, const Decoded& access, std::size_t i) {
  if (access.vector <= max_values_in_slots) return access.operands[i];
  Row row;
  std::memcpy(&row, frame.constants + access.immediate + sizeof(std::uint64_t) + i * sizeof row, sizeof row);
  return row;
}

}  // namespace warplens::simt
