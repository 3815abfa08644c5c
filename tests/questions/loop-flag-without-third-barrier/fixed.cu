// Changed: a third barrier between the test of the flag and its reset.
#include <cstdio>

__global__ void spread(int* level) {
  __shared__ int changed;
  __shared__ int cell[96];
  const int t = threadIdx.x;
  cell[t] = level[t];
  bool again = true;
  while (again) {
    if (t == 0) changed = 0;
    __syncthreads();
    const int left = t > 0 ? cell[t - 1] : cell[t];
    __syncthreads();
    if (left > cell[t]) {
      cell[t] = left;
      atomicExch(&changed, 1);
    }
    __syncthreads();
    again = changed != 0;
    __syncthreads();
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
// prints: no error 0 7
