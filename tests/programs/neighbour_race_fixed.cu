// Each thread reads what its neighbour has written before the barrier.
#include <cstdio>

__global__ void shift(int* out) {
  __shared__ int values[64];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = values[(threadIdx.x + 33) % 64];
}

int main() {
  int *out, host[64];
  cudaMalloc(&out, sizeof host);
  shift<<<1, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[0]);
  cudaFree(out);
}
