#pragma once

#include <vector>

#include "ptx/listing.h"

namespace warplens::simt {

/// Per instruction of the listing: whether it is a load whose value is only forwarded, by moves, to stores. Unoptimised code
/// copies whole objects that way, including uninitialised padding and empty objects: such a load does not count as a use of the
/// value.
std::vector<bool> loads_that_only_copy(const ptx::Module& module, const ptx::Listing& listing);

}  // namespace warplens::simt
