#include "numbers.cuh"

// Philox's kernels: a thread makes four numbers that lie side by side. Nothing is kept between launches.

namespace curand {

template <typename Distribution, typename T>
__device__ void generate_groups(unsigned long long seed, unsigned long long start, unsigned long long position, T* to,
                                unsigned long long count, T mean, T deviation) {
  const unsigned long long groups = (position % philox_group + count + philox_group - 1) / philox_group;
  for (unsigned long long group = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x; group < groups;
       group += (unsigned long long)gridDim.x * blockDim.x)
    make_group<Distribution>(seed, start, group, position, to, count, mean, deviation);
}

__global__ void philox_bits(unsigned long long seed, unsigned long long start, unsigned long long position, unsigned* to,
                            unsigned long long count) {
  generate_groups<Bits, unsigned>(seed, start, position, to, count, 0, 0);
}
template <typename T>
__global__ void philox_uniform(unsigned long long seed, unsigned long long start, unsigned long long position, T* to,
                               unsigned long long count) {
  generate_groups<Uniform, T>(seed, start, position, to, count, 0, 1);
}
template <typename T>
__global__ void philox_normal(unsigned long long seed, unsigned long long start, unsigned long long position, T* to,
                              unsigned long long count, T mean, T deviation) {
  generate_groups<Normal, T>(seed, start, position, to, count, mean, deviation);
}
template <typename T>
__global__ void philox_log_normal(unsigned long long seed, unsigned long long start, unsigned long long position, T* to,
                                  unsigned long long count, T mean, T deviation) {
  generate_groups<LogNormal, T>(seed, start, position, to, count, mean, deviation);
}

template __global__ void philox_uniform(unsigned long long, unsigned long long, unsigned long long, float*, unsigned long long);
template __global__ void philox_uniform(unsigned long long, unsigned long long, unsigned long long, double*, unsigned long long);
template __global__ void philox_normal(unsigned long long, unsigned long long, unsigned long long, float*, unsigned long long,
                                       float, float);
template __global__ void philox_normal(unsigned long long, unsigned long long, unsigned long long, double*, unsigned long long,
                                       double, double);
template __global__ void philox_log_normal(unsigned long long, unsigned long long, unsigned long long, float*, unsigned long long,
                                           float, float);
template __global__ void philox_log_normal(unsigned long long, unsigned long long, unsigned long long, double*,
                                           unsigned long long, double, double);

}  // namespace curand
