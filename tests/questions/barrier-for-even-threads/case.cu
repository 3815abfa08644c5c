// Only the threads with an even number write, so I put the barrier into the if together with the write; why does the kernel hang on my new card?
// asked: https://github.com/tile-ai/tilelang/issues/1026
#include <cstdio>

__global__ void exchange(const int* x, int* out) {
  __shared__ int cell[64];
  const int t = threadIdx.x;
  if (t % 2 == 0) {
    cell[t] = x[t];
    cell[t + 1] = -x[t];
    __syncthreads();  // finds: barrier-divergence: gone past the branch or loop in which it stands
  }
  out[t] = cell[t];
}

int main() {
  int x[64], *dX, *dOut;
  for (int i = 0; i < 64; ++i) x[i] = i;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dOut, sizeof x);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  exchange<<<1, 64>>>(dX, dOut);
  const cudaError_t error = cudaMemcpy(x, dOut, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%s %d %d\n", cudaGetErrorString(error), x[2], x[3]);
  cudaFree(dX);
  cudaFree(dOut);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
