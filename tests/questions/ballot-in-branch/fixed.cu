// Changed: all threads of the warp vote, the condition is the vote.
#include <cstdio>

__global__ void found(const int* x, int wanted, int* count) {
  const bool mine = x[threadIdx.x] == wanted;
  const unsigned votes = __ballot_sync(0xffffffffu, mine);
  if (threadIdx.x == 0) *count = __popc(votes);
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
// prints: no error 8
