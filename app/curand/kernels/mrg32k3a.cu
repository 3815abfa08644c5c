#include "generate.cuh"

// MRG32k3a's kernels.

extern "C" {
/// The states of its 81,920 threads, as the library puts them here before each launch.
__device__ curand::Mrg32k3a curand_states[81920];
}

namespace curand {

CURAND_KERNELS(Mrg32k3a)

}  // namespace curand
