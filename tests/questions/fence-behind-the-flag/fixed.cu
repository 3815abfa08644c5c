// Changed: the fence stands between the data and the flag.
#include <cstdio>

__device__ int layer, batch;
__device__ volatile int announced = 0;

__global__ void hand(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    layer = 12;
    batch = 5;
    __threadfence();
    announced = 1;
  } else {
    while (announced == 0) {
    }
    __threadfence();
    out[0] = layer;
    out[1] = batch;
  }
}

int main() {
  int out[2], *dOut;
  cudaMalloc(&dOut, sizeof out);
  hand<<<2, 32>>>(dOut);
  cudaMemcpy(out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", out[0], out[1]);
  cudaFree(dOut);
}
// prints: 12 5
