// A copy by few threads: who works while a load is on its way?

// One load at a time: each thread waits for its element before it asks for the next.
__global__ void copy_one(const float* source, float* copy, int n) {
  int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
    copy[i] = source[i];
  }
}

// Four independent loads at a time. n is a multiple of four times the number of threads.
__global__ void copy_four(const float* source, float* copy, int n) {
  int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += 4 * threads) {
    float first = source[i];
    float second = source[i + threads];
    float third = source[i + 2 * threads];
    float fourth = source[i + 3 * threads];
    copy[i] = first;
    copy[i + threads] = second;
    copy[i + 2 * threads] = third;
    copy[i + 3 * threads] = fourth;
  }
}
