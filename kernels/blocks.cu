// The same work in blocks of any shape: which multiprocessor runs which block, and when?

// Each thread works for a while on its own element.
__global__ void work(float* a, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = a[i];
  for (int round = 0; round < rounds; ++round) {
    value = value * 0.5f + 1.0f;
  }
  a[i] = value;
}

// The same with shared memory that it hardly needs. What a block takes, other blocks of its multiprocessor cannot have.
__global__ void work_in_shared(float* a, int rounds) {
  extern __shared__ float own[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  own[threadIdx.x] = a[i];
  for (int round = 0; round < rounds; ++round) {
    own[threadIdx.x] = own[threadIdx.x] * 0.5f + 1.0f;
  }
  a[i] = own[threadIdx.x];
}

// The last block works eight times as long as the others.
__global__ void work_unevenly(float* a, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = a[i];
  int own_rounds = blockIdx.x == gridDim.x - 1 ? 8 * rounds : rounds;
  for (int round = 0; round < own_rounds; ++round) {
    value = value * 0.5f + 1.0f;
  }
  a[i] = value;
}
