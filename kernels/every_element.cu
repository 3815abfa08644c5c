// Every thread adds 0.5 to every element of a.

// Read, add, write: what another thread has written in between is lost.
__global__ void add_to_all_racy(float* a, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = a[i] + 0.5f;
  }
}

// Read, add and write in one.
__global__ void add_to_all_atomic(float* a, int n) {
  for (int i = 0; i < n; ++i) {
    atomicAdd(&a[i], 0.5f);
  }
}

// The other way: every element has one thread, and nobody meets.
__global__ void add_to_own(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    a[i] = a[i] + 0.5f;
  }
}
