#pragma once

#include <array>

#include "ptx/module.h"
#include "simt/decode/decoded.h"

// The operations of the machine, compiled once per instruction set (see app/CMakeLists.txt): WARPLENS_ISA is the namespace.
// Results do not depend on which of them runs.

namespace warplens::simt {

/// An operation chosen for one instruction, and the bytes per lane of each operand's row: 4, 8, 1 for predicate bits, 0 for
/// absent.
struct Operation {
  Execute execute = nullptr;  ///< null: not supported
  std::array<std::uint8_t, operand_slots> bytes{};
  std::uint64_t immediate = 0;  ///< goes to Decoded::immediate
  std::int8_t members = -1;     ///< it waits for the lanes of a mask: the operand with the mask (it may be absent), else -1
  bool writes_carry = false, reads_carry = false;  ///< the condition code, in the last two operands
};

inline constexpr std::uint8_t predicate_bytes = 1;

/// A window of memory as an access sees it.
struct Window {
  std::byte* memory = nullptr;
  std::uint64_t base = 0;  ///< address of the first byte
  std::uint64_t size = 0;  ///< bytes
};

/// The pattern of an instruction's last request: how its lanes' addresses lay to each other, and what that cost. Most
/// instructions repeat the same pattern at other addresses.
struct AccessPattern {
  std::uint32_t active = 0;  ///< 0: there has been no request
  bool shared = false;
  std::uint8_t most_on_one = 0;  ///< the most lanes that one address has; 0: not counted yet
  LaneLayout layout;
  std::array<std::uint8_t, 32> passes{};  ///< by the lowest address modulo 32: sectors, or 1 + bank conflicts; 0: not counted
  std::uint64_t span = 0;                 ///< bytes from the lowest address to the highest
  std::uint64_t low_bits = 0;             ///< of all distances: what the alignment of the addresses depends on
  std::uint64_t first = 0;                ///< bytes from the lowest address to that of the first active lane
  LaneOffsets from_lowest{};              ///< per lane: bytes from the lowest address of the active ones
  std::array<std::uint32_t, warp_size> narrow{};  ///< the same
};

/// The functions of one instruction set.
struct Executor {
  /// Operation for everything of Kind::compute and Kind::collective.
  Operation (*select)(const ptx::Instruction& instruction, const ptx::Function& function);
  /// Bring `type` from memory into a row of `register_bytes` (4 or 8), sign-extended for signed types; null if there is none.
  LoadLanes (*select_load)(ptx::Type type, int register_bytes);
  /// Loads (or stores) of the thread's own memory at Decoded::offset, plus the base in the address's row; always inside.
  Execute (*select_own)(ptx::Type type, int register_bytes, bool loads);
  StoreLanes (*select_store)(ptx::Type type, int register_bytes);
  AtomicLanes (*select_atomic)(ptx::AtomicOp operation, ptx::Type type);
  /// The addresses of an access: row + offset. Only active lanes mean something.
  void (*addresses)(const Frame& frame, const Decoded& instruction, LaneOffsets& addresses);
  /// The lowest address that an active lane of an access asks for; `pattern` becomes the request's.
  std::uint64_t (*lowest_address)(const Frame& frame, const Decoded& instruction, std::uint32_t active, AccessPattern& pattern);
  /// Distinct 32-byte sectors that the active lanes, `start` + offsets[lane], touch. Each lane's access is aligned and at most 16
  /// bytes, so it lies in one.
  std::uint32_t (*count_sectors)(const LaneOffsets& offsets, std::uint64_t start, std::uint32_t active);
  /// Extra passes over a shared request: 32 banks of 4 bytes; lanes that read one word share it. Wider accesses go in parts of
  /// 128 bytes: half-warps for 8 bytes, quarter-warps for 16 (CUDA C++ Best Practices Guide, "Shared Memory and Memory Banks").
  std::uint32_t (*count_conflicts)(const LaneOffsets& offsets, std::uint64_t start, std::uint32_t active, std::uint32_t bytes);
  /// The most lanes that one address has.
  std::uint32_t (*most_on_one_address)(const LaneOffsets& offsets, std::uint32_t active);
};

/// The executor for this processor.
const Executor& executor();

namespace baseline {
const Executor& executor();
}
namespace x86_64_v3 {
const Executor& executor();
}

}  // namespace warplens::simt
