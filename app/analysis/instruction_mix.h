#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/names.h"
#include "launch/costs/tally.h"
#include "ptx/module.h"

namespace warplens::analysis {

/// Kind of an instruction by its opcode and state space; `generic` where only the address at run time tells the space.
enum class InstructionKind : std::uint8_t {
  integer,
  floating,  ///< 16 and 32 bits wide
  double_,
  special_function,  ///< division, roots, sines, exponentials and logarithms of 32 bits and less
  conversion,
  move,
  load_global,
  store_global,
  load_shared,
  store_shared,
  load_local,
  store_local,
  load_constant,  ///< constant memory and kernel parameters
  load_generic,
  store_generic,
  copy_async,  ///< global to shared memory without registers, and waiting for it
  atomic,
  control,     ///< branches, calls and hints to the caches
  barrier,     ///< of a block or a warp, and fences
  collective,  ///< shuffles, votes and the like between the lanes of a warp
};
inline constexpr std::size_t instruction_kinds = base::enumerators<InstructionKind>;

/// "load-global": for JSON and people alike.
std::string_view name(InstructionKind kind);
InstructionKind kind_of(const ptx::Instruction& instruction);

/// Instructions by kind, of a whole launch.
struct InstructionMix {
  struct Count {
    std::uint64_t warp = 0;    ///< issued instructions
    std::uint64_t thread = 0;  ///< issued instructions × active lanes
  };
  std::array<Count, instruction_kinds> counts;
  const Count& of(InstructionKind kind) const { return counts[static_cast<std::size_t>(kind)]; }
};

/// Sum of the tallies by kind; row i is number i of the listing of `entry`. Running off the end of a function counts as control.
/// Exact for PTX; hardware takes several instructions for some PTX instructions (a division) and none for others.
InstructionMix instruction_mix(std::span<const launch::Tally> tallies, const ptx::Module& module, std::uint32_t entry);

}  // namespace warplens::analysis
