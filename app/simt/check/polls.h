#pragma once

#include <vector>

#include "ptx/listing.h"

namespace warplens::simt {

/// Per instruction of the listing: whether it is a volatile load of data rather than of a flag. A flag is loaded in a loop that
/// goes on until the flag has some value: the loop waits for another thread's write.
std::vector<bool> volatile_loads_of_data(const ptx::Module& module, const ptx::Listing& listing);

/// Strong reads by which threads wait, per instruction of the listing.
struct Waits {
  std::vector<bool> polls;       ///< the value read decides whether a loop around the read goes on
  std::vector<bool> takes_lock;  ///< polls that take a lock: atomicCAS and atomicExch of constants
};
Waits waits_of(const ptx::Module& module, const ptx::Listing& listing);

}  // namespace warplens::simt
