#pragma once

// Random numbers in kernels (cuRAND Library documentation, "Device API"): the generators XORWOW and Philox4x32-10, with the same
// bits as the toolkit's header for the same seed, subsequence and offset; uniform numbers are equal, too, normal ones as far as
// the logarithm, sine and cosine are. cuRAND's other generators are not supported. As the toolkit's, it includes the functions of
// the host.

#include "curand.h"
#include "curand/philox.h"
#include "curand/xorwow.h"

#include "curand/distributions.h"
