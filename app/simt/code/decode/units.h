#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/names.h"
#include "ptx/module.h"

namespace warplens::simt {

/// Arithmetic units of a scheduler. Each accepts a warp instruction every so many cycles, by DeviceSpec.
enum class Unit : std::uint8_t { integer, floating, special, double_precision };
inline constexpr std::size_t unit_count = base::enumerators<Unit>;

struct DeviceSpec;

/// Cost of an arithmetic instruction for its warp and its scheduler.
struct ArithmeticCost {
  std::uint32_t latency = 1;  ///< cycles until the warp's next instruction
  Unit unit = Unit::integer;
  std::uint32_t interval = 1;  ///< cycles for which it occupies the unit
};
/// Look up the cost of an instruction, by operation and type.
ArithmeticCost arithmetic_cost(const ptx::Instruction& instruction, const DeviceSpec& spec);

/// Per unit: cycles for which instructions occupy it.
using UnitCycles = std::array<std::uint32_t, unit_count>;

}  // namespace warplens::simt
