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
  /// index of the operand with the mask of lanes to wait for (the operand may be absent); -1: does not wait
  std::int8_t members = -1;
  bool writes_carry = false, reads_carry = false;  ///< the condition code, in the last two operands
  /// Bytes per lane of the rows of all operands, more than an instruction has slots for: `immediate`, in 8 bytes, and then the
  /// rows are listed in the program's constants, at Decoded::immediate; 0: not listed.
  std::uint8_t listed = 0;
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
  std::array<std::uint32_t, warp_size> line{};    ///< number of lines after that of the lowest address
  std::array<std::uint8_t, warp_size> touched{};  ///< one bit per sector
};

/// The pattern of the last request of an instruction, or of several whose patterns are always the same: relative addresses of its
/// lanes, and their cost. Most instructions repeat the same pattern at other addresses.
struct AccessPattern {
  std::uint64_t run = 0;        ///< MemoryUnit::State::run in which the lanes' addresses were last compared
  std::uint32_t active = 0;     ///< 0: no request yet
  std::uint8_t max_on_one = 0;  ///< largest number of lanes on one address; 0: not counted yet
  LaneLayout layout;
  std::array<std::uint8_t, 32> passes{};  ///< shared memory: 1 + bank conflicts by the lowest address modulo 32; 0: not counted
  RequestLines lines;  ///< global memory: for lowest addresses that are lines_from to lines_to modulo 128; none: not known
  std::uint8_t lines_from = 255, lines_to = 0;
  /// First and last distance of each contiguous range, ascending; distances at most a sector apart are in one range. There are
  /// none if the addresses do not ascend with the lane.
  std::array<std::array<std::uint64_t, 2>, warp_size> ranges;
  std::uint8_t range_count = 0;
  std::uint8_t in_sector = 0;  ///< greatest first or last distance of a range modulo 32
  std::uint64_t reach = 0;     ///< bytes from the lowest address to the end of the highest access, at most 2^64 - 1
  std::uint64_t low_bits = 0;  ///< bitwise or of all distances: determines the alignment of the addresses
  std::uint64_t first = 0;     ///< bytes from the lowest address to that of the lowest active lane
  LaneOffsets from_lowest{};   ///< per lane: bytes from the lowest active address
  std::array<std::uint32_t, warp_size> narrow{};  ///< the same, in 32 bits

  /// Whether a request at offset `lowest` of a window of `size` bytes is inside it, and aligned to `bytes`, a power of two.
  bool fits(std::uint64_t lowest, std::uint64_t size, std::uint64_t bytes) const {
    return reach <= size && lowest <= size - reach && ((lowest | low_bits) & (bytes - 1)) == 0;
  }
};

/// The functions compiled for one instruction set of the host.
struct Executor {
  /// The operation for any instruction of Kind::compute or Kind::collective.
  Operation (*select)(const ptx::Instruction& instruction, const ptx::Function& function);
  /// Load `type` from memory into a row of `register_bytes` (4 or 8), sign-extended for signed types; null if unsupported.
  LoadLanes (*select_load)(ptx::Type type, int register_bytes);
  /// Loads (or stores) of local memory at Decoded::offset, plus the base in the address row; always in bounds.
  Execute (*select_own)(ptx::Type type, int register_bytes, bool loads);
  StoreLanes (*select_store)(ptx::Type type, int register_bytes);
  /// `in_global`: on global memory, where sums of f32 have no subnormal numbers.
  AtomicLanes (*select_atomic)(ptx::AtomicOp operation, ptx::Type type, bool in_global);
  /// The addresses of an access: row + offset. Valid for active lanes only.
  void (*addresses)(const Frame& frame, const Decoded& instruction, LaneOffsets& addresses);
  /// The lowest address requested by an active lane; updates `pattern` to this request.
  std::uint64_t (*lowest_address)(const Frame& frame, const Decoded& instruction, std::uint32_t active, AccessPattern& pattern);
  /// The lines and sectors that the active lanes touch at `start` + offsets[lane]; `start` is less than 128. Each lane's access
  /// is aligned and at most 16 bytes, so it touches one sector.
  void (*find_lines)(const LaneOffsets& offsets, std::uint64_t start, std::uint32_t active, RequestLines& lines);
  /// Additional passes of a shared memory request due to bank conflicts: 32 banks of 4 bytes; lanes that read the same word share
  /// it. Wider accesses are split into parts of 128 bytes: half-warps for 8 bytes, quarter-warps for 16 (CUDA C++ Best Practices
  /// Guide, "Shared Memory and Memory Banks").
  std::uint32_t (*count_conflicts)(const LaneOffsets& offsets, std::uint64_t start, std::uint32_t active, std::uint32_t bytes);
  /// The largest number of active lanes on one address.
  std::uint32_t (*max_on_one_address)(const LaneOffsets& offsets, std::uint32_t active);
  Execute next_element;  ///< after the access of one of its Program::pieces
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
