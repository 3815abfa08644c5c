// I have a __threadfence() in the block which announces its data, and the other one reads old data all the same; is one fence not enough?
// asked: https://github.com/vllm-project/vllm/pull/31938
#include <cstdio>

__device__ int layer, batch;
__device__ volatile int announced = 0;

__global__ void hand(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    layer = 12;  // finds: missing-release: without __threadfence() before the flag is set
    batch = 5;  // finds: missing-release: without __threadfence() before the flag is set
    announced = 1;
    __threadfence();
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
