#pragma once

// The kernels of cuRAND's functions on the host, as templates.

#include "numbers.cuh"

namespace curand {

/// By a generator with a state per thread; thread `turn` of `threads` has the first turn. The library keeps the states, and puts
/// them where the kernel reads them.
template <typename State, typename Distribution, typename T>
__device__ void generate(const State* states, unsigned threads, unsigned turn, T* to, unsigned long long count, T mean,
                         T deviation) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= threads || index * (unsigned long long)Distribution::numbers >= count) return;
  State state = states[(turn + index) % threads];
  make_turns<Distribution>(state, index, threads, to, count, mean, deviation);
}

template <typename State>
__global__ void bits(const State* states, unsigned threads, unsigned turn, unsigned* to, unsigned long long count) {
  generate<State, Bits, unsigned>(states, threads, turn, to, count, 0, 0);
}
template <typename State, typename T>
__global__ void uniform(const State* states, unsigned threads, unsigned turn, T* to, unsigned long long count) {
  generate<State, Uniform, T>(states, threads, turn, to, count, 0, 1);
}
template <typename State, typename T>
__global__ void normal(const State* states, unsigned threads, unsigned turn, T* to, unsigned long long count, T mean,
                       T deviation) {
  generate<State, Normal, T>(states, threads, turn, to, count, mean, deviation);
}
template <typename State, typename T>
__global__ void log_normal(const State* states, unsigned threads, unsigned turn, T* to, unsigned long long count, T mean,
                           T deviation) {
  generate<State, LogNormal, T>(states, threads, turn, to, count, mean, deviation);
}

#define CURAND_KERNELS(State)                                                                                      \
  template __global__ void bits(const State*, unsigned, unsigned, unsigned*, unsigned long long);                  \
  template __global__ void uniform(const State*, unsigned, unsigned, float*, unsigned long long);                  \
  template __global__ void uniform(const State*, unsigned, unsigned, double*, unsigned long long);                 \
  template __global__ void normal(const State*, unsigned, unsigned, float*, unsigned long long, float, float);     \
  template __global__ void normal(const State*, unsigned, unsigned, double*, unsigned long long, double, double);  \
  template __global__ void log_normal(const State*, unsigned, unsigned, float*, unsigned long long, float, float); \
  template __global__ void log_normal(const State*, unsigned, unsigned, double*, unsigned long long, double, double);

}  // namespace curand
