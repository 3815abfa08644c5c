// A barrier in a loop that some threads of a warp leave earlier than others.
#include <cstdio>

__global__ void sums(const int* x, int n, int* out) {
  __shared__ int s[96];
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    s[threadIdx.x] = x[i];
    __syncthreads();  // finds: barrier-divergence: 8 of 96 threads of block (0,0,0) wait there, the first of them thread (0,0,0) of block (0,0,0); 24 threads have gone past the branch or loop in which it stands
    sum += s[(threadIdx.x + 1) % 96];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

int main() {
  const int n = 200;  // 2 rounds of 96, and 8 threads of a third
  int *x, *out;
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&out, 96 * sizeof(int));
  cudaMemset(x, 0, n * sizeof(int));
  sums<<<1, 96>>>(x, n, out);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
