// Sums, in a grid-stride loop, by shared memory and by shuffles; with 64-bit, double and volatile on the way.

__device__ double total;

__global__ void reduce_shared(const float* values, float* sum, long long n) {
  extern __shared__ float partial[];
  float own = 0.0f;
  for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x) own += values[i];
  partial[threadIdx.x] = own;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(sum, partial[0]);  // one addition a block
}

__global__ void __launch_bounds__(256) reduce_shuffle(const double* values, volatile int* done, int n) {
  double own = 0.0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) own += sqrt(fabs(values[i]));
  for (int offset = 16; offset > 0; offset /= 2) own += __shfl_down_sync(0xffffffffu, own, offset);
  if (__any_sync(0xffffffffu, own > 1.0) && threadIdx.x % 32 == 0) atomicAdd(&total, own);
  if (__ballot_sync(0xffffffffu, own > 2.0) != 0) __threadfence();
  done[threadIdx.x] = __syncthreads_count(own > 3.0) + __popc(n) + __clz(n) + min(n, 7);
}
