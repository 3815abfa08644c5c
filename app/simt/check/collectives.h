#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "launch/launch.h"
#include "ptx/listing.h"

namespace warplens::simt {

using SourceLine = std::pair<std::string, std::uint32_t>;  ///< file and line

/// Find the source lines that use a collective of CUB (BlockReduce, BlockScan, …) made for blocks of another width than the
/// launch has, each with a sentence that says so. The width is the second template argument (CUB, "Block-Wide Collectives",
/// BLOCK_DIM_X). Empty if the module's debug information does not name what was inlined.
std::map<SourceLine, std::string> collectives_of_other_blocks(const launch::Launch& launch, const ptx::Listing& listing);

}  // namespace warplens::simt
