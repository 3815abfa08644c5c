#pragma once

// Random numbers in kernels (cuRAND Library documentation, "Device API"): the generators XORWOW and Philox4x32-10, with the bits
// that the toolkit's header gives for the same seed, subsequence and offset; uniform numbers are equal, too, normal ones as far
// as the logarithm, sine and cosine are. The other generators of cuRAND are not here.

#include "curand/philox.h"
#include "curand/xorwow.h"

#include "curand/distributions.h"
