#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "ptx/module.h"

// The form in which instructions run: one Decoded per PTX instruction, its operands already places in a register file.

namespace warplens::simt {

inline constexpr int warp_size = 32;
inline constexpr std::uint32_t all_lanes = 0xffffffffu;

/// How many lanes are active. Mostly all are or none, and not every processor counts bits quickly.
inline std::uint64_t count_lanes(std::uint32_t active) {
  if (active == all_lanes || active == 0) return active & warp_size;
  return static_cast<std::uint64_t>(std::popcount(active));
}

/// A row: 32 lanes of 4 or 8 bytes side by side, or 32 predicate bits in one word. The value is the byte offset of the row in the
/// warp's registers, or in the program's constants where `in_constants` is set; `negated` is the ! of a predicate operand.
using Row = std::uint32_t;
inline constexpr Row in_constants = 0x80000000u, negated = 0x40000000u, row_offset = 0x3fffffffu;
inline constexpr Row no_row = 0xffffffffu;

/// What one instruction works on: the registers of its warp, the constants of the program, the parameters of the launch.
struct Frame {
  std::byte* registers = nullptr;
  const std::byte* constants = nullptr;
  const std::byte* parameters = nullptr;
  std::byte* local = nullptr;      ///< the lanes' own memory, lane after lane …
  std::uint64_t local_stride = 0;  ///< … so many bytes apart

  std::byte* destination(Row row) const { return registers + (row & row_offset); }
  const std::byte* source(Row row) const { return (row & in_constants ? constants : registers) + (row & row_offset); }
  /// Predicate bits, the ! applied.
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

/// How the addresses of a full warp's lanes lie to each other, where that makes it cheap to move their values.
struct LaneLayout {
  bool consecutive = false;  ///< each lane just behind the one before
  std::uint8_t runs = 0;     ///< bit q, lanes 8q to 8q + 7: each just behind the one before
  std::uint8_t repeats = 0;  ///< bit q, lanes 8q to 8q + 7: all at one place
};

/// Moves the active lanes' values between memory at `base + offsets[lane]` and a row. Offsets have been checked.
using LoadLanes = void (*)(const std::byte* base, const LaneOffsets& offsets, std::byte* row, std::uint32_t active,
                           LaneLayout layout);
using StoreLanes = void (*)(std::byte* base, const LaneOffsets& offsets, const std::byte* row, std::uint32_t active,
                            LaneLayout layout);
/// An atomic, lane after lane: combine memory at `base + offsets[lane]` with the rows of operands b (and c for cas). The bits
/// that were there before go to `old`, those that are there now to `now`.
using AtomicLanes = void (*)(std::byte* base, const LaneOffsets& offsets, const std::byte* b, const std::byte* c,
                             std::uint32_t active, LaneOffsets& old, LaneOffsets& now);

/// How the machine treats an instruction.
enum class Kind : std::uint8_t {
  compute,     ///< changes registers of its own lanes only
  collective,  ///< shfl, vote, …: once all lanes of a mask have come, as compute
  branch,
  load,
  store,
  atomic,      ///< atom and red
  barrier,     ///< bar, barrier
  warp_sync,   ///< bar.warp.sync
  fence,       ///< membar, fence: orders nothing here, where every access takes effect at once; checks look at it
  copy_group,  ///< cp.async.commit_group, wait_group, wait_all; cp.async itself is a load of what lands later
  exit,
  trap,
  table_branch,  ///< brx.idx
  call,
  ret,    ///< from a function to where it was called
  stack,  ///< alloca
  sleep,  ///< nanosleep
};

/// Which other warps can observe when an instruction takes effect. Effects that no other warp can observe may run ahead.
enum class Order : std::uint8_t {
  free,         ///< none: it changes registers or local memory
  unwritten,    ///< none: it reads global memory that the launch does not write
  shared_read,  ///< none, while no other warp of the block may write shared memory before their next barrier
  arrival,      ///< none, until all of the block have arrived: a barrier of the whole block
  strict,       ///< all: it takes effect in the order of time
};

inline constexpr std::uint32_t no_reconvergence = 0xffffffffu;

inline constexpr int operand_slots = 6;
inline constexpr std::size_t barrier_result_slot = 2, barrier_predicate_slot = 3;  ///< of bar.red, behind number and threads
/// Of cp.async: how many bytes it reads, whether it reads none, where it writes (plus Decoded::immediate); all may be absent.
inline constexpr std::size_t copy_size_slot = 2, copy_ignored_slot = 3, copy_destination_slot = 5;
/// Of an mbarrier operation: its count, state or parity, and the bytes that it expects before it arrives; both may be absent.
inline constexpr std::size_t mbarrier_value_slot = 1, mbarrier_bytes_slot = 2;
/// Of cp.async.bulk: the address of its mbarrier, to which Decoded::target is added; copy_size_slot has its size.
inline constexpr std::size_t copy_mbarrier_slot = 3;
inline constexpr std::size_t carry_out_slot = 4, carry_in_slot = 5;  ///< the rows of CC.CF in operands, where it is used

struct Decoded {
  Execute execute = nullptr;
  std::array<Row, operand_slots> operands{no_row, no_row, no_row, no_row, no_row, no_row};  ///< destinations first
  Row guard = no_row;    ///< predicate of @%p, with `negated` for @!%p
  Row members = no_row;  ///< collective, warp_sync: the lanes that take part; absent: the active ones
  Kind kind = Kind::compute;
  std::uint8_t bytes = 0;   ///< of one element in memory
  std::uint8_t vector = 1;  ///< elements moved per lane
  ptx::Space space = ptx::Space::generic;
  std::uint16_t latency = 1;     ///< cycles until the warp's next instruction
  std::uint16_t computes = 0;    ///< number of consecutive register-only instructions from here
  std::uint16_t invisible = 0;   ///< the same, including loads that no other warp can observe
  std::uint16_t unhindered = 0;  ///< length of the prefix of `computes` whose later instructions need no scoreboard wait
  bool reads_shared = false;     ///< one of those loads shared memory
  bool reads_clock = false;      ///< has the clock as an operand
  Order order = Order::free;
  bool shared_write_ahead = false;  ///< this or a later instruction may write shared memory before the next barrier of the block
  bool last_shared_write = false;   ///< the last one of those
  bool address_wide = true;         ///< the address register has 64 bits
  bool destination_wide = true;     ///< cp.async: so has the register of the address written to
  bool values_wide = false;         ///< registers loaded or stored have 64 bits
  bool polls = false;               ///< a volatile, relaxed or acquire load: may be repeated until another thread has written
  bool replaces = false;            ///< cas, exch: may change nothing
  bool returns = true;              ///< an atomic with a destination
  bool is_reconvergence_point = false;  ///< lanes that diverged reconverge here
  std::uint32_t target = 0;         ///< branch: where to; call: its number in Program::calls; table_branch: in Program::targets
  std::uint32_t reconvergence = 0;  ///< branch: where diverged lanes reconverge, or no_reconvergence; call: where it returns to
  std::uint32_t waits_begin = 0, waits_end = 0;  ///< Program::waits: registers that may still be on their way from memory
  std::uint32_t ready_begin = 0, ready_end = 0;  ///< Program::waits: registers that this load brings
  std::uint32_t access = 0;                      ///< memory: number among the program's accesses
  std::int64_t offset = 0;      ///< memory: bytes added to the address; parameter loads: place in the parameter block
  std::uint64_t immediate = 0;  ///< what else an operation needs: a rounding mode, a truth table, a place in Program::vectors, …
  LoadLanes load = nullptr;
  StoreLanes store = nullptr;
  AtomicLanes atomic = nullptr;
  ptx::BarrierMode barrier = ptx::BarrierMode::none;
  ptx::CopyStep copy = ptx::CopyStep::none;
  ptx::MbarrierOp mbarrier =
      ptx::MbarrierOp::none;  ///< an atomic that is one on an mbarrier object (immediate: 1 with .noComplete, .parity, .noinc)
  ptx::Ordering ordering = ptx::Ordering::weak;  ///< of an access or a fence, with `scope`; checks look at them
  ptx::Scope scope = ptx::Scope::none;

  /// Whether lanes run it only together with those that have arrived at it: lanes whose guard is true leave the others for it.
  bool parts_lanes() const {
    return kind == Kind::call || kind == Kind::barrier || kind == Kind::collective || kind == Kind::warp_sync;
  }
};

}  // namespace warplens::simt
