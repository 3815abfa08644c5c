// My kernel with new works for the first steps, and some launches later it gives an illegal address.
// asked: https://github.com/hybridizer-io/hybridizer-basic-samples/issues/42
#include <cstdio>

__global__ void step(int* state, int n) {
  int* copy = new int[n];
  for (int i = 0; i < n; ++i) copy[i] = i == 0 ? state[threadIdx.x] : copy[i - 1] + 1;  // finds: out-of-bounds: heap of 8,388,608 bytes was full
  state[threadIdx.x] = copy[n - 1] - n + 2;
}

int main() {
  int host[4] = {}, *state;
  cudaMalloc(&state, sizeof host);
  cudaMemcpy(state, host, sizeof host, cudaMemcpyHostToDevice);
  for (int i = 0; i < 1500; ++i) step<<<1, 4>>>(state, 512);
  const cudaError_t error = cudaMemcpy(host, state, sizeof host, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;  // exits: 1
  }
  std::printf("%d\n", host[3]);
  cudaFree(state);
}
