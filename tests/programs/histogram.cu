// Counts of 16 values: a histogram per block in shared memory, then added to that of the grid. The values are i² mod 16 of
// 0 ≤ i < 4096; a square is 0, 1, 4 or 9 mod 16: 0 if 4 | i, 4 if i = 2 mod 4, 1 if i = ±1 mod 8, 9 if i = ±3 mod 8.
#include <cstdio>
#include <vector>

constexpr int bins = 16;

__global__ void histogram(const unsigned* values, int n, unsigned* counts) {
  __shared__ unsigned own[bins];
  if (threadIdx.x < bins) own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&own[values[i] % bins], 1u);
  __syncthreads();
  if (threadIdx.x < bins) atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

int main() {
  const int n = 4096;
  std::vector<unsigned> values(n), counts(bins);
  for (unsigned i = 0; i < n; ++i) values[i] = i * i;
  unsigned *d_values, *d_counts;
  cudaMalloc(&d_values, n * sizeof(unsigned));
  cudaMalloc(&d_counts, bins * sizeof(unsigned));
  cudaMemcpy(d_values, values.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
  cudaMemset(d_counts, 0, bins * sizeof(unsigned));
  histogram<<<8, 64>>>(d_values, n, d_counts);
  cudaMemcpy(counts.data(), d_counts, bins * sizeof(unsigned), cudaMemcpyDeviceToHost);
  for (int bin = 0; bin < bins; ++bin)
    if (counts[bin] != 0) std::printf("%2d: %u\n", bin, counts[bin]);
  cudaFree(d_values);
  cudaFree(d_counts);
}
