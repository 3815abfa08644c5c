// Random numbers of cuRAND's device functions: bits of both generators, and what is made of them.
#include <curand_kernel.h>

/// Every thread a subsequence of its own, `stride` apart, some numbers into it.
template <typename State>
__device__ void write_bits(unsigned* bits, int each, unsigned long long seed, unsigned long long stride, unsigned long long offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  State state;
  curand_init(seed, stride * i, offset * (i % 3), &state);
  for (int k = 0; k < each; ++k) bits[i * each + k] = curand(&state);
}
__global__ void xorwow_bits(unsigned* bits, int each, unsigned long long seed, unsigned long long stride, unsigned long long offset) {
  write_bits<curandState>(bits, each, seed, stride, offset);
}
__global__ void philox_bits(unsigned* bits, int each, unsigned long long seed, unsigned long long stride, unsigned long long offset) {
  write_bits<curandStatePhilox4_32_10_t>(bits, each, seed, stride, offset);
}

/// Four at a time, from a place that is no multiple of four.
__global__ void philox_fours(uint4* fours, unsigned long long seed) {
  curandStatePhilox4_32_10_t state;
  curand_init(seed, threadIdx.x, 0, &state);
  for (int k = 0; k < (int)threadIdx.x % 4; ++k) curand(&state);
  fours[2 * threadIdx.x] = curand4(&state);
  skipahead(10, &state);
  fours[2 * threadIdx.x + 1] = curand4(&state);
}

/// A thread's uniform number, one of double precision, three normal ones and three of double precision.
template <typename State>
__device__ void write_numbers(double* numbers, unsigned long long seed) {
  State state;
  curand_init(seed, threadIdx.x, 0, &state);
  double* const mine = numbers + 8 * threadIdx.x;
  mine[0] = curand_uniform(&state);
  mine[1] = curand_uniform_double(&state);
  for (int k = 2; k < 5; ++k) mine[k] = curand_normal(&state);
  for (int k = 5; k < 8; ++k) mine[k] = curand_normal_double(&state);
}
__global__ void xorwow_numbers(double* numbers, unsigned long long seed) { write_numbers<curandState>(numbers, seed); }
__global__ void philox_numbers(double* numbers, unsigned long long seed) {
  write_numbers<curandStatePhilox4_32_10_t>(numbers, seed);
}

__device__ curandState states[32];

/// How many points of a square lie in a circle's quarter, by states in memory.
__global__ void points_in_circle(unsigned* inside, unsigned long long seed, int points) {
  curandState* const state = &states[threadIdx.x];
  curand_init(seed, threadIdx.x, 0, state);
  unsigned count = 0;
  for (int k = 0; k < points; ++k) {
    const float x = curand_uniform(state), y = curand_uniform(state);
    if (x * x + y * y <= 1) ++count;
  }
  inside[threadIdx.x] = count;
}
