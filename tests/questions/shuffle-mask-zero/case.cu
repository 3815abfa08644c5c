// What is the mask of a shuffle good for, if mine gives the same result with 0 as with 0xffffffff?
// asked: https://forums.developer.nvidia.com/t/what-does-mask-mean-in-warp-shuffle-functions-shfl-sync/67697
#include <cstdio>

__global__ void pairSums(const double* x, double* out) {
  double v = x[threadIdx.x];
  v += __shfl_down_sync(0u, v, 4, 8);  // finds: invalid-mask: leaves this lane out
  out[threadIdx.x] = v;
}

int main() {
  double x[32], *dX, *dOut;
  for (int i = 0; i < 32; ++i) x[i] = i;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dOut, sizeof x);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  pairSums<<<1, 32>>>(dX, dOut);
  const cudaError_t error = cudaMemcpy(x, dOut, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%s %g %g\n", cudaGetErrorString(error), x[0], x[8]);
  cudaFree(dX);
  cudaFree(dOut);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
