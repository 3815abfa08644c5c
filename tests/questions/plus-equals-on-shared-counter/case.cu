// Each of my 64 threads adds 1 to one shared variable, then I print it, and it is 1 and not 64; does shared memory not add?
// asked: https://github.com/numba/numba/issues/4907
#include <cstdio>

__global__ void people(int* out) {
  __shared__ int inRoom;
  if (threadIdx.x == 0) inRoom = 0;
  __syncthreads();
  inRoom += 1;  // finds: data-race: atomicAdd
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
