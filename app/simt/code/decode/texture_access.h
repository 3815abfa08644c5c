#pragma once

#include <array>
#include <cstdint>

#include "ptx/module.h"
#include "simt/code/decode/decoded.h"

namespace warplens::simt {

/// An instruction that uses a texture or a surface, beyond what its Decoded says.
struct TextureAccess {
  ptx::Opcode opcode = ptx::Opcode::tex;
  ptx::Modifiers modifiers;                                        ///< shape, query, component, what is done outside
  bool floating_coordinates = false;                               ///< otherwise they are integers
  Row handle = no_row;                                             ///< of 64 bits
  std::array<Row, 4> coordinates{no_row, no_row, no_row, no_row};  ///< of 32 bits, the layer first
  std::uint32_t coordinate_count = 0;
  std::array<Row, 4> results{no_row, no_row, no_row, no_row};  ///< tex, tld4, suld, txq, suq; absent: discarded
  bool results_wide = false;                                   ///< registers of 64 bits
  Row resident = no_row;                                       ///< tex d|p: a predicate that is always true, as nothing is sparse
  std::uint32_t piece = 0;                                     ///< index in Program::pieces of the access to one texel
};

}  // namespace warplens::simt
