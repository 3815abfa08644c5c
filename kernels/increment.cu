// Add 1 to every element of a.

// One thread per element. The last block may reach past the end: the guard leaves its extra threads without work.
__global__ void increment(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    a[i] = a[i] + 1.0f;
  }
}

// A grid of any size reaches every element: each thread goes on in steps of the whole grid.
__global__ void increment_grid_stride(float* a, int n) {
  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    a[i] = a[i] + 1.0f;
  }
}

// The same with a half.
__global__ void add_half(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    a[i] = a[i] + 0.5f;
  }
}
