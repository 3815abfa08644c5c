// Changed: atomicAdd instead of +=.
#include <cstdio>

__global__ void people(int* out) {
  __shared__ int inRoom;
  if (threadIdx.x == 0) inRoom = 0;
  __syncthreads();
  atomicAdd(&inRoom, 1);
  __syncthreads();
  if (threadIdx.x == 0) *out = inRoom;
}

int main() {
  int out, *dOut;
  cudaMalloc(&dOut, sizeof out);
  people<<<1, 64>>>(dOut);
  cudaMemcpy(&out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%d\n", out);
  cudaFree(dOut);
}
// prints: 64
