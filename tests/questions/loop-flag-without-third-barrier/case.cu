// All threads of a block repeat until nobody has changed anything, with a shared flag and two barriers in a round; why do some threads leave the loop one round early and the others wait?
// asked: https://forums.developer.nvidia.com/t/shared-memory-writes/2204
// open: "one update can be lost"
#include <cstdio>

__global__ void spread(int* level) {
  __shared__ int changed;
  __shared__ int cell[96];
  const int t = threadIdx.x;
  cell[t] = level[t];
  bool again = true;
  while (again) {
    if (t == 0) changed = 0;  // finds: data-race: the next round of the loop
    __syncthreads();
    const int left = t > 0 ? cell[t - 1] : cell[t];
    __syncthreads();
    if (left > cell[t]) {
      cell[t] = left;
      atomicExch(&changed, 1);
    }
    __syncthreads();
    again = changed != 0;
  }
  level[t] = cell[t];
}

int main() {
  int level[96] = {}, *d;
  level[90] = 7;
  cudaMalloc(&d, sizeof level);
  cudaMemcpy(d, level, sizeof level, cudaMemcpyHostToDevice);
  spread<<<1, 96>>>(d);
  const cudaError_t error = cudaMemcpy(level, d, sizeof level, cudaMemcpyDeviceToHost);
  std::printf("%s %d %d\n", cudaGetErrorString(error), level[89], level[95]);
  cudaFree(d);
  return error == cudaSuccess ? 0 : 1;
}
