#pragma once

#include <vector>

#include "ptx/listing.h"

namespace warplens::simt {

/// Per number of the listing: whether it is a volatile load of data rather than of a flag. A load of a flag is in a loop that
/// ends by its value: it waits for another thread's write, whenever that comes.
std::vector<bool> volatile_loads_of_data(const ptx::Module& module, const ptx::Listing& listing);

/// Strong reads that threads wait with, per number of the listing.
struct Waits {
  std::vector<bool> polls;       ///< they decide whether a loop around them goes on
  std::vector<bool> takes_lock;  ///< of these, atomicCAS and atomicExch of constants: a lock is taken
};
Waits waits_of(const ptx::Module& module, const ptx::Listing& listing);

}  // namespace warplens::simt
