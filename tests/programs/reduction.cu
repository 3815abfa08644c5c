// The sum and the largest of 1 … n, by a tree in shared memory and by shuffles; the blocks' results are reduced by a second launch.
#include <cstdio>
#include <numeric>
#include <vector>

__global__ void sum_shared(const int* in, int* out, int n) {
  extern __shared__ int partial[];
  const int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
  partial[threadIdx.x] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

__inline__ __device__ int warp_max(int value) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) value = max(value, __shfl_down_sync(0xffffffff, value, offset));
  return value;
}

__global__ void max_shuffle(const int* in, int* out, int n) {
  __shared__ int of_warp[32];
  int value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) value = max(value, in[i]);
  value = warp_max(value);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x < 32) {
    value = warp_max(threadIdx.x < blockDim.x / 32 ? of_warp[threadIdx.x] : 0);
    if (threadIdx.x == 0) atomicMax(out, value);
  }
}

int main() {
  const int n = 5000, threads = 128, blocks = (n + 2 * threads - 1) / (2 * threads);
  std::vector<int> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 1);
  int *d_in, *d_partial, *d_out, sum = 0, largest = 0;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_partial, blocks * sizeof(int));
  cudaMalloc(&d_out, 2 * sizeof(int));
  cudaMemset(d_out, 0, 2 * sizeof(int));
  cudaMemcpy(d_in, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  sum_shared<<<blocks, threads, threads * sizeof(int)>>>(d_in, d_partial, n);
  sum_shared<<<1, threads, threads * sizeof(int)>>>(d_partial, d_out, blocks);
  max_shuffle<<<4, threads>>>(d_in, d_out + 1, n);
  cudaMemcpy(&sum, d_out, sizeof sum, cudaMemcpyDeviceToHost);
  cudaMemcpy(&largest, d_out + 1, sizeof largest, cudaMemcpyDeviceToHost);
  std::printf("sum %d, largest %d\n", sum, largest);
  cudaFree(d_in);
  cudaFree(d_partial);
  cudaFree(d_out);
}
