#pragma once

#include <vector>

#include "ptx/listing.h"

namespace warplens::simt {

/// Per number of the listing: whether it is a load whose value is only handed on, by moves, to stores. Unoptimised code copies
/// whole objects that way, with the padding in them and empty ones, which nobody writes: such a load makes no use of what it
/// reads.
std::vector<bool> loads_that_only_copy(const ptx::Module& module, const ptx::Listing& listing);

}  // namespace warplens::simt
