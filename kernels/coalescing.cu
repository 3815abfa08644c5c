// Copy n elements of `source`. What differs is which element the neighbour in the warp takes.

// In steps of `stride`, from `offset` on: thread i reads element i * stride + offset.
__global__ void copy_strided(const float* source, float* copy, int n, int stride, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    copy[i] = source[i * stride + offset];
  }
}

// The same the other way round: reads lie side by side, writes lie `stride` apart.
__global__ void spread_strided(const float* source, float* copy, int n, int stride, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    copy[i * stride + offset] = source[i];
  }
}

// The threads of a block in reverse: the first takes what the last would.
__global__ void copy_reversed(const float* source, float* copy, int n, int stride, int offset) {
  int i = blockIdx.x * blockDim.x + blockDim.x - 1 - threadIdx.x;
  if (i < n) {
    copy[i] = source[i * stride + offset];
  }
}
