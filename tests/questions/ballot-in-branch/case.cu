// The threads that have found something call a function which counts them with __ballot_sync(0xffffffff, 1); why is this undefined, if the others just give 0?
// asked: https://github.com/ComputationalRadiationPhysics/picongpu/issues/2514
// open: nothing is said
#include <cstdio>

__global__ void found(const int* x, int wanted, int* count) {
  const bool mine = x[threadIdx.x] == wanted;
  if (mine) {
    const unsigned votes = __ballot_sync(0xffffffffu, 1);  // finds: inactive-lane: mask
    if (threadIdx.x == __ffs(votes) - 1) *count = __popc(votes);
  }
}

int main() {
  int x[32], count = 0, *dX, *dCount;
  for (int i = 0; i < 32; ++i) x[i] = i % 4;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dCount, sizeof count);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemset(dCount, 0, sizeof count);
  found<<<1, 32>>>(dX, 3, dCount);
  const cudaError_t error = cudaMemcpy(&count, dCount, sizeof count, cudaMemcpyDeviceToHost);
  std::printf("%s %d\n", cudaGetErrorString(error), count);
  cudaFree(dX);
  cudaFree(dCount);
  return error == cudaSuccess ? 0 : 1;
}
