#pragma once

#include <cstdint>

namespace warplens::simt {

/// Vector instructions of the host's processor that machine code may use.
enum class InstructionSet : std::uint8_t {
  none,    ///< no machine code is made
  avx2,    ///< AVX2 and FMA: 8 lanes of 4 bytes in a register
  avx512,  ///< AVX-512 F, BW, DQ and VL: 16 lanes of 4 bytes in a register
};

/// The widest set that this processor and its operating system support.
InstructionSet widest_instruction_set();

}  // namespace warplens::simt
