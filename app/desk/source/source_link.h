#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "desk/source/source_text.h"
#include "ptx/listing.h"

namespace warplens::desk {

/// Links the PTX lines and CUDA lines of a kernel and the functions it calls.
struct SourceLink {
  std::vector<std::uint32_t> cuda_line;                 ///< per number of the listing: line in the experiment's source; 0: none
  std::map<std::uint32_t, std::uint32_t> by_ptx_line;   ///< CUDA line of each PTX line that holds an instruction
  std::uint32_t first_ptx_line = 1, last_ptx_line = 1;  ///< lines of the kernel and its functions
  /// CUDA line of a PTX line; 0 if there is none.
  std::uint32_t cuda_line_of(std::uint32_t line) const;
  /// First PTX line of a CUDA line; 0 if there is none.
  std::uint32_t first_ptx_line_of(std::uint32_t line) const;
};

SourceLink link_source(const ptx::Module& module, const ptx::Listing& listing, std::uint32_t file);

/// The part of the PTX with the kernel and its functions.
SourceText ptx_of(const ptx::Module& module, std::uint32_t entry);

}  // namespace warplens::desk
