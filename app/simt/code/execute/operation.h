#pragma once

#include <array>

#include "ptx/module.h"
#include "simt/code/decode/decoded.h"

// The operations of the machine, compiled once per instruction set of the host (see app/CMakeLists.txt): WARPLENS_ISA is the
// namespace. Results do not depend on which variant runs.

namespace warplens::simt {

/// The operation selected for one instruction, and the bytes per lane of each operand's row: 4, 8, 1 for predicate bits, 0 for
/// absent.
struct Operation {
  Execute execute = nullptr;  ///< null: not supported
  std::array<std::uint8_t, operand_slots> bytes{};
  std::uint64_t immediate = 0;  ///< copied to Decoded::immediate
  /// operand with the mask of lanes to wait for: its index (the operand may be absent); -1: does not wait
  std::int8_t members = -1;
  bool writes_carry = false, reads_carry = false;  ///< the condition code, in the last two operands
  /// For an instruction with more operands than slots: bytes per lane of each operand's row. The program's constants, at
  /// Decoded::immediate, then list `immediate`, in 8 bytes, and the rows. 0: not listed.
  std::uint8_t listed = 0;
  /// A conversion of which some registers are wider than `bytes` says: its own operation, for which the program's constants have
  /// a WideConversion at Decoded::immediate. Null for others.
  Execute conversion = nullptr;
  std::array<std::uint8_t, operand_slots> conversion_bytes{};  ///< per lane of each of its operands' rows
};

/// What executes a conversion whose registers are in part wider than its types.
struct WideConversion {
  Execute conversion = nullptr;                            ///< on rows of `used` bytes per lane
  std::uint64_t immediate = 0;                             ///< its Decoded::immediate
  std::array<std::uint8_t, operand_slots> used{}, held{};  ///< bytes per lane of each operand: in those rows, and of the register
  bool extends_sign = false;                               ///< of the result
};

inline constexpr std::uint8_t predicate_bytes = 1;

/// A window of memory.
struct Window {
  std::byte* memory = nullptr;
  std::uint64_t base = 0;  ///< address of the first byte
  std::uint64_t size = 0;  ///< bytes
};

/// The 128-byte lines that a request touches, and the 32-byte sectors of each.
struct RequestLines {
  std::uint32_t count = 0, sectors = 0;
  std::array<std::uint32_t, warp_size> line{};    ///< distance, in lines, from the line of the lowest address
  std::array<std::uint8_t, warp_size> touched{};  ///< one bit per sector
};

/// The pattern of the last request of an instruction (or of several instructions that always have the same pattern): relative
/// addresses of its lanes, and their cost. Most instructions repeat the same pattern at other addresses.
struct AccessPattern {
  std::uint64_t run = 0;        ///< MemoryUnit::State::run when the lanes' addresses were last compared
  std::uint32_t active = 0;     ///< 0: no request yet
  std::uint8_t max_on_one = 0;  ///< largest number of lanes on one address; 0: not counted yet
  LaneLayout layout;
  std::array<std::uint8_t, 32> passes{};  ///< shared memory: 1 + bank conflicts by the lowest address modulo 32; 0: not counted
  RequestLines lines;  ///< global memory: valid if the lowest address modulo 128 is between lines_from and lines_to
  std::uint8_t lines_from = 255, lines_to = 0;
  /// First and last distance of each contiguous range, ascending; distances at most a sector apart are in one range. No ranges if
  /// the addresses do not ascend with the lane.
  std::array<std::array<std::uint64_t, 2>, warp_size> ranges;
  std::uint8_t range_count = 0;
  std::uint8_t in_sector = 0;  ///< greatest first or last distance of a range, each modulo 32
  std::uint64_t reach = 0;     ///< bytes from the lowest address to the end of the highest access, at most 2^64 - 1
  std::uint64_t low_bits = 0;  ///< bitwise or of all distances: determines the alignment of the addresses
  std::uint64_t first = 0;     ///< bytes from the lowest address to the address of the first active lane
  LaneOffsets from_lowest{};   ///< per lane: bytes from the lowest active address
  std::array<std::uint32_t, warp_size> narrow{};  ///< from_lowest, in 32 bits

  /// Whether a request at offset `lowest` of a window of `size` bytes is inside it, and aligned to `bytes`, a power of two.
  bool fits(std::uint64_t lowest, std::uint64_t size, std::uint64_t bytes) const {
    return reach <= size && lowest <= size - reach && ((lowest | low_bits) & (bytes - 1)) == 0;
  }
};

/// The functions compiled for one instruction set of the host.
struct Executor {
  /// Select the operation for an instruction of Kind::compute or Kind::collective.
  Operation (*select)(const ptx::Instruction& instruction, const ptx::Function& function);
  /// Select a load of `type` from memory into a row of `register_bytes` (4 or 8), sign-extending signed types; null if
  /// unsupported.
  LoadLanes (*select_load)(ptx::Type type, int register_bytes);
  /// Select a load (or store) of local memory at Decoded::offset plus the base in the address row; always in bounds.
  Execute (*select_own)(ptx::Type type, int register_bytes, bool loads);
  StoreLanes (*select_store)(ptx::Type type, int register_bytes);
  /// `in_global`: the atomic is on global memory, where sums of f32 flush subnormal numbers to zero.
  AtomicLanes (*select_atomic)(ptx::AtomicOp operation, ptx::Type type, bool in_global);
  /// Compute the addresses of an access: row + offset. Valid for active lanes only.
  void (*addresses)(const Frame& frame, const Decoded& instruction, LaneOffsets& addresses);
  /// Find the lowest address requested by an active lane, and update `pattern` to this request.
  std::uint64_t (*lowest_address)(const Frame& frame, const Decoded& instruction, std::uint32_t active, AccessPattern& pattern);
  /// Find the lines and sectors touched by the active lanes at `start` + offsets[lane]; `start` is less than 128. Each lane's
  /// access is aligned and at most 16 bytes, so it touches one sector.
  void (*find_lines)(const LaneOffsets& offsets, std::uint64_t start, std::uint32_t active, RequestLines& lines);
  /// Count the additional passes of a shared memory request due to bank conflicts: 32 banks of 4 bytes; lanes with the same word
  /// share it. Wider accesses are split into parts of 128 bytes: half-warps for 8 bytes, quarter-warps for 16 (CUDA C++ Best
  /// Practices Guide, "Shared Memory and Memory Banks").
  std::uint32_t (*count_conflicts)(const LaneOffsets& offsets, std::uint64_t start, std::uint32_t active, std::uint32_t bytes);
  /// Find the largest number of active lanes on one address.
  std::uint32_t (*max_on_one_address)(const LaneOffsets& offsets, std::uint32_t active);
  Execute next_element;  ///< runs after each access in Program::pieces
};

/// The executor for the host's processor.
const Executor& executor();

namespace baseline {
const Executor& executor();
}
namespace x86_64_v3 {
const Executor& executor();
}

}  // namespace warplens::simt
