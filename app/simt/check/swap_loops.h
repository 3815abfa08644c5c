#pragma once

#include <vector>

#include "ptx/listing.h"

namespace warplens::simt {

/// Per instruction of the listing: whether it is a load whose value is only the first guess of a compare-and-swap loop (CUDA C++
/// Programming Guide, "Atomic Functions": atomicAdd for double). If the guess is out of date, the swap fails, and the loop goes
/// on with the value returned by the swap: the time of the load does not affect the outcome.
std::vector<bool> loads_of_first_guesses(const ptx::Module& module, const ptx::Listing& listing);

}  // namespace warplens::simt
