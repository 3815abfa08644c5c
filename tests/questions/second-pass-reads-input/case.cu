// The second launch should add up the sums of the blocks, but my total is only that of the first elements; what does it read?
// asked: https://github.com/PacktPublishing/Learn-CUDA-Programming/issues/15
// open: nothing is said
#include <cstdio>

__global__ void sum(const int* in, int* out, int n) {
  __shared__ int part[32];
  int own = 0;
  for (int i = blockIdx.x * 32 + threadIdx.x; i < n; i += gridDim.x * 32) own += in[i];
  part[threadIdx.x] = own;
  __syncthreads();
  for (int half = 16; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

int main() {
  const int n = 2000, blocks = 8;
  static int x[n];
  int total, *dX, *dOut;
  for (int& v : x) v = 3;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dOut, blocks * sizeof(int));
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  sum<<<blocks, 32>>>(dX, dOut, n);
  sum<<<1, 32>>>(dX, dOut, blocks);  // should: nothing has read what the launch before wrote to dOut
  cudaMemcpy(&total, dOut, sizeof total, cudaMemcpyDeviceToHost);
  std::printf("%d\n", total);
  cudaFree(dX);
  cudaFree(dOut);
}
