// c = a × b, element by element: three ways of sharing the elements among the threads.

// One thread per element.
__global__ void multiply_one_each(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    c[i] = a[i] * b[i];
  }
}

// A chunk of neighbouring elements per thread. The threads of a warp then touch elements that lie a chunk apart.
__global__ void multiply_chunk(const float* a, const float* b, float* c, int n) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int threads = gridDim.x * blockDim.x;
  int chunk = (n + threads - 1) / threads;
  int begin = min(thread * chunk, n);
  int end = min(begin + chunk, n);
  for (int i = begin; i < end; ++i) {
    c[i] = a[i] * b[i];
  }
}

// Steps of the whole grid. The threads of a warp touch neighbouring elements in every step.
__global__ void multiply_grid_stride(const float* a, const float* b, float* c, int n) {
  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    c[i] = a[i] * b[i];
  }
}
