// Count samples in equal bins over [low, high).

// The bin of a sample, or -1 where it lies outside.
__device__ inline int bin_of(float sample, float low, float high, int bins) {
  float position = (sample - low) / (high - low) * bins;
  return position >= 0.0f && position < bins ? (int)position : -1;
}

// Read, add, write: two threads at the same bin lose a count.
__global__ void histogram_racy(const float* samples, int n, int* counts, int bins, float low, float high) {
  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    int bin = bin_of(samples[i], low, high, bins);
    if (bin >= 0) {
      counts[bin] = counts[bin] + 1;
    }
  }
}

// Atomic additions in global memory: right, but every thread queues at the same few bins.
__global__ void histogram_atomic(const float* samples, int n, int* counts, int bins, float low, float high) {
  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    int bin = bin_of(samples[i], low, high, bins);
    if (bin >= 0) {
      atomicAdd(&counts[bin], 1);
    }
  }
}

// A histogram of its own for each block, in shared memory; at the end each block adds its bins to the whole.
__global__ void histogram_shared(const float* samples, int n, int* counts, int bins, float low, float high) {
  extern __shared__ int block_counts[];
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    block_counts[bin] = 0;
  }
  __syncthreads();

  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    int bin = bin_of(samples[i], low, high, bins);
    if (bin >= 0) {
      atomicAdd(&block_counts[bin], 1);
    }
  }
  __syncthreads();

  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    atomicAdd(&counts[bin], block_counts[bin]);
  }
}

// The same with bins of its own for each block in global memory, where there is room for any number of bins.
__global__ void histogram_private(const float* samples, int n, int* counts, int* private_counts, int bins, float low, float high) {
  int* block_counts = private_counts + blockIdx.x * bins;  // all 0 at the start
  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    int bin = bin_of(samples[i], low, high, bins);
    if (bin >= 0) {
      atomicAdd(&block_counts[bin], 1);
    }
  }
  __syncthreads();

  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    atomicAdd(&counts[bin], block_counts[bin]);
  }
}

// The threads of a warp that have the same bin find each other, and the first of them adds for all.
__global__ void histogram_warp(const float* samples, int n, int* counts, int bins, float low, float high) {
  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    int bin = bin_of(samples[i], low, high, bins);
    unsigned same = __match_any_sync(__activemask(), bin);
    int leader = __ffs(same) - 1;
    if (bin >= 0 && threadIdx.x % 32 == leader) {
      atomicAdd(&counts[bin], __popc(same));
    }
  }
}
