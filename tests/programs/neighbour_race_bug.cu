// Each thread reads what its neighbour writes, with no barrier in between.
#include <cstdio>

__global__ void shift(int* out) {
  __shared__ int values[64];
  values[threadIdx.x] = threadIdx.x;  // finds: data-race
  out[threadIdx.x] = values[(threadIdx.x + 33) % 64];
}

int main() {
  int *out, host[64];
  cudaMalloc(&out, sizeof host);
  shift<<<1, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("done\n");
  cudaFree(out);
}
