// Only the lower half of my warp adds up by shuffles, and I was told to always give 0xffffffff; why is this a hang on one card and right on another?
// asked: https://forums.developer.nvidia.com/t/how-do-threads-play-with-shfl-down-sync-plus-if-branch/265242
#include <cstdio>

__global__ void lowerHalf(const int* x, int* out) {
  int v = x[threadIdx.x];
  if (threadIdx.x < 16) {
    for (int step = 8; step > 0; step /= 2) v += __shfl_down_sync(0xffffffffu, v, step);  // finds: inactive-lane: the mask names it, but its thread has left the kernel without coming there
  }
  out[threadIdx.x] = v;
}

int main() {
  int x[32], *dX, *dOut;
  for (int& v : x) v = 1;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dOut, sizeof x);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  lowerHalf<<<1, 32>>>(dX, dOut);
  const cudaError_t error = cudaMemcpy(x, dOut, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%s %d %d\n", cudaGetErrorString(error), x[0], x[31]);
  cudaFree(dX);
  cudaFree(dOut);
  return error == cudaSuccess ? 0 : 1;
}
