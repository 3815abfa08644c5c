#pragma once

#include <cstdint>

#include "ptx/module.h"

namespace warplens::trace {

/// What an `atom` or `red` leaves in memory where it found `old`, by its operands b and (for cas) c; all bits zero-extended from
/// the instruction's type (PTX ISA, "Parallel Synchronization and Communication Instructions: atom"). Sums of .f32 keep subnormal
/// numbers, which GPUs flush to zero in global memory; a NaN is the canonical one.
std::uint64_t atomic_value(const ptx::Instruction& instruction, std::uint64_t old, std::uint64_t b, std::uint64_t c);

}  // namespace warplens::trace
