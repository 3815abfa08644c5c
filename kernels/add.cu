// c = a + b, element by element.

// One thread per element. Where the grid is rounded up to whole blocks, the guard leaves the spare threads without work.
__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    c[i] = a[i] + b[i];
  }
}

// Wrong where n is no multiple of the block: the spare threads of the last block read and write past the end.
__global__ void add_unguarded(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i];
}
