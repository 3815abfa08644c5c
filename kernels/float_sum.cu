// The sum of floats. Each addition rounds, so the order of the additions shows in the last digits.

// One thread adds one element after the other.
__global__ void float_sum_in_order(const float* a, int n, float* sum) {
  float own = 0;
  for (int i = 0; i < n; i++) {
    own += a[i];
  }
  sum[0] = own;
}

// Every thread adds its element by an atomic: no addition is lost, but they come in any order.
__global__ void float_sum_atomic(const float* a, int n, float* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&sum[0], a[i]);
  }
}

// One block adds up a tree: the same pairs in every run. The block is a power of two.
__global__ void float_sum_tree(const float* a, int n, float* sum) {
  extern __shared__ float part[];
  float own = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    own += a[i];
  }
  part[threadIdx.x] = own;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      part[threadIdx.x] += part[threadIdx.x + half];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    sum[0] = part[0];
  }
}

// Whole numbers do not round: hundred-thousandths, added in any order, give the same sum in every run.
__global__ void float_sum_integers(const float* a, int n, unsigned long long* whole, float* sum, int* done) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&whole[0], (unsigned long long)(a[i] * 100000.0f + 0.5f));
  }
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0 && atomicAdd(&done[0], 1) == gridDim.x - 1) {
    sum[0] = (float)(atomicAdd(&whole[0], 0ull) / 100000.0);
  }
}
