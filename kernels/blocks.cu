// The same work in blocks of any shape: which multiprocessor runs which block, and when?

// Each thread follows a chain through memory: the answer to one request says where the next one goes. A warp waits most of the
// time, and only other warps can fill its multiprocessor meanwhile.
__global__ void follow(const int* next, int* sums, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = i;
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    at = next[at];
    sum += at;
  }
  sums[i] = sum;
}

// The same with shared memory that it hardly needs. What a block takes, other blocks of its multiprocessor cannot have.
__global__ void follow_in_shared(const int* next, int* sums, int rounds) {
  extern __shared__ int at[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  at[threadIdx.x] = i;
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    at[threadIdx.x] = next[at[threadIdx.x]];
    sum += at[threadIdx.x];
  }
  sums[i] = sum;
}

// The last block's chains are four times as long as the others'.
__global__ void follow_unevenly(const int* next, int* sums, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int own_rounds = blockIdx.x == gridDim.x - 1 ? 4 * rounds : rounds;
  int at = i;
  int sum = 0;
  for (int round = 0; round < own_rounds; ++round) {
    at = next[at];
    sum += at;
  }
  sums[i] = sum;
}
