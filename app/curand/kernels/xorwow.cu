#include "generate.cuh"

// XORWOW's kernels.

extern "C" {
/// The states of its 4,096 threads, as the library puts them here before each launch.
__device__ curand::Xorwow curand_states[4096];
}

namespace curand {

CURAND_KERNELS(Xorwow)

}  // namespace curand
