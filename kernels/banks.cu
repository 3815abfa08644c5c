// Reading shared memory with a stride: how many lanes of a warp want different words of the same bank.

// Thread t reads word t * stride, and then others of the same bank. A word holds its own number: modulo 32, that is its bank.
__global__ void read_strided(const int* numbers, int* sums, int stride, int rounds) {
  __shared__ int words[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) {
    words[i] = numbers[i];
  }
  __syncthreads();
  int sum = 0;
  int at = threadIdx.x * stride % 1024;
  for (int round = 0; round < rounds; round++) {
    sum += words[at] % 32;
    at = (at + 32) % 1024;
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// The same, with the lanes of a warp at pairs of words, 8 bytes each: half a warp at a time.
__global__ void read_pairs(const int* numbers, int* sums, int stride, int rounds) {
  __shared__ int2 words[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) {
    words[i] = make_int2(numbers[i], 0);
  }
  __syncthreads();
  int sum = 0;
  int at = threadIdx.x * stride % 1024;
  for (int round = 0; round < rounds; round++) {
    int2 pair = words[at];
    sum += pair.x % 32 + pair.y;
    at = (at + 32) % 1024;
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
