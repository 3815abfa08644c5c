// Counts with global atomics and with a private histogram a block in shared memory.

__constant__ float edges[2] = {-4.0f, 4.0f};

__device__ __forceinline__ int bin_of(float value, int bins) {
  return (int)((value - edges[0]) / (edges[1] - edges[0]) * bins);  // inlined
}

__global__ void histogram_global(const float* values, int n, unsigned* counts, int bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int bin = bin_of(values[i], bins);  // call
  if (bin >= 0 && bin < bins) atomicAdd(&counts[bin], 1u);
}

__global__ void histogram_shared(const float* values, int n, unsigned* counts, int bins) {
  __shared__ unsigned own[256];
  for (int b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const int bin = bin_of(values[i], bins);
    if (bin >= 0 && bin < bins) atomicAdd(&own[bin], 1u);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&counts[b], own[b]);
}
