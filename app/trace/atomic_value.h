#pragma once

#include <cstdint>

#include "ptx/module.h"

namespace warplens::trace {

/// Compute the value stored by an `atom` or `red` from the old value `old` and the operands b and (for cas) c; all zero-extended
/// from the instruction's type (PTX ISA, "Parallel Synchronization and Communication Instructions: atom"). Sums of .f32 keep
/// subnormal numbers, which GPUs flush to zero in global memory. NaN results are canonical.
std::uint64_t atomic_value(const ptx::Instruction& instruction, std::uint64_t old, std::uint64_t b, std::uint64_t c);

}  // namespace warplens::trace
