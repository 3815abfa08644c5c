// Work of which a part does not divide: Amdahl's law within a warp, whose lanes run side by side.

// The first lane does the first `alone` elements by itself; then all lanes share the others.
__global__ void partly_alone(float* a, int n, int alone, int rounds) {
  if (threadIdx.x == 0) {
    for (int i = 0; i < alone; i++) {
      float x = a[i];
      for (int round = 0; round < rounds; round++) {
        x = x * 0.5f + 1.0f;
      }
      a[i] = x;
    }
  }
  __syncthreads();
  for (int i = alone + threadIdx.x; i < n; i += blockDim.x) {
    float x = a[i];
    for (int round = 0; round < rounds; round++) {
      x = x * 0.5f + 1.0f;
    }
    a[i] = x;
  }
}
