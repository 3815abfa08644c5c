#pragma once

#include <cstdint>
#include <optional>

#include "ptx/module.h"

namespace warplens::ptx {

/// What is added in each round of a loop to an index, or to a pointer.
struct IndexStep {
  Operand step;           ///< a register or an immediate
  bool in_bytes = false;  ///< it is added to the address itself, not to a number of elements
  bool of_block = false;  ///< the start depends on the block
  /// By how much the starts of neighbouring threads (threadIdx.x) differ; nothing if that is not known.
  std::optional<std::uint64_t> apart{};
};

/// What the address of an access is computed from.
struct IndexOrigin {
  bool thread = false;   ///< the thread's place in its block or its warp
  bool block = false;    ///< the block's place in the grid
  bool unknown = false;  ///< anything else: loaded values, results of calls, clocks, values that a branch has chosen
  /// It starts at a number that depends on the thread, and goes on by steps that are the same for all threads.
  std::optional<IndexStep> walks{};
};

/// Trace the address of an access back. Nothing is known of an instruction without an address.
IndexOrigin index_origin(const Function& function, std::uint32_t instruction);

}  // namespace warplens::ptx
