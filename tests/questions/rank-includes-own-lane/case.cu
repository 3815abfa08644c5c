// I compact a list with __ballot_sync and __popc, and the first place of the result is always empty, while the last element is written one too far; what is off by one?
// asked: https://github.com/knotman90/cuStreamComp/pull/5
// open: element 11 is 1 past the end
#include <cstdio>

__global__ void compact(const int* x, int* kept) {
  const unsigned lane = threadIdx.x;
  const bool keep = x[lane] % 3 == 0;
  const unsigned votes = __ballot_sync(0xffffffffu, keep);
  const unsigned before = 0xffffffffu >> (31 - lane);
  if (keep) kept[__popc(votes & before)] = x[lane];  // finds: out-of-bounds: one too large
}

int main() {
  int x[32], kept[11] = {}, *dX, *dKept;
  for (int i = 0; i < 32; ++i) x[i] = i;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dKept, sizeof kept);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  compact<<<1, 32>>>(dX, dKept);
  const cudaError_t error = cudaMemcpy(kept, dKept, sizeof kept, cudaMemcpyDeviceToHost);
  std::printf("%s %d %d\n", cudaGetErrorString(error), kept[0], kept[10]);
  cudaFree(dX);
  cudaFree(dKept);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
