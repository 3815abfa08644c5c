#pragma once

#include <array>

#include "ptx/module.h"
#include "simt/decoded.h"

// The operations of the machine, compiled once per instruction set (see app/CMakeLists.txt): WARPLENS_ISA is the namespace.
// Results do not depend on which of them runs.

namespace warplens::simt {

/// An operation chosen for one instruction, and the bytes per lane of each operand's row: 4, 8, 1 for predicate bits, 0 for
/// absent.
struct Operation {
  Execute execute = nullptr;  ///< null: not supported
  std::array<std::uint8_t, operand_slots> bytes{};
  std::uint64_t immediate = 0;  ///< goes to Decoded::immediate
};

inline constexpr std::uint8_t predicate_bytes = 1;

/// A window of memory as an access sees it.
struct Window {
  std::byte* memory = nullptr;
  std::uint64_t base = 0;  ///< address of the first byte
  std::uint64_t size = 0;  ///< bytes
};

/// Where the lanes of a request lie in a window.
struct Located {
  bool inside = false;        ///< every active lane lies inside and is aligned
  bool side_by_side = false;  ///< a full warp, each lane just behind the one before
};

/// The functions of one instruction set.
struct Executor {
  /// Operation for everything of Kind::compute and Kind::exchange.
  Operation (*select)(const ptx::Instruction& instruction, const ptx::Function& function);
  /// Bring `type` from memory into a row of `register_bytes` (4 or 8), sign-extended for signed types; null if there is none.
  LoadLanes (*select_load)(ptx::Type type, int register_bytes);
  StoreLanes (*select_store)(ptx::Type type, int register_bytes);
  AtomicLane (*select_atomic)(ptx::AtomicOp operation, ptx::Type type);
  /// The addresses of an access: row + offset. Only active lanes mean something.
  void (*addresses)(const Frame& frame, Row row, bool wide, std::int64_t offset, LaneOffsets& addresses);
  /// Addresses to offsets in `window`; `bytes` moved per lane, which is the alignment too.
  Located (*locate)(LaneOffsets& addresses, const Window& window, std::uint32_t bytes, std::uint32_t active);
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
