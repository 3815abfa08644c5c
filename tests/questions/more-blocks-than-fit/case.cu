// My own barrier for all blocks counts arrivals and spins; it works with 8 blocks, and with 20,000 the program never ends, why?
// asked: https://forums.developer.nvidia.com/t/syncblocks-101-primitives-for-interblock-syncronization/1367
#include <cstdio>

__device__ unsigned arrived = 0;

__device__ void waitForAll() {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1u);
    while (atomicAdd(&arrived, 0u) < gridDim.x) {  // finds: deadlock: 392 blocks have not begun
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void twoPhases(int* x, int* y, int pieces) {
  for (int p = blockIdx.x; p < pieces; p += gridDim.x) x[p * 256 + threadIdx.x] = p;
  waitForAll();
  for (int p = blockIdx.x; p < pieces; p += gridDim.x) y[p * 256 + threadIdx.x] = x[(p + 1) % pieces * 256 + threadIdx.x];
}

int main() {
  const int pieces = 400, n = pieces * 256;
  static int y[n];
  int *dX, *dY;
  cudaMalloc(&dX, sizeof y);
  cudaMalloc(&dY, sizeof y);
  twoPhases<<<pieces, 256>>>(dX, dY, pieces);
  const cudaError_t error = cudaMemcpy(y, dY, sizeof y, cudaMemcpyDeviceToHost);
  std::printf("%s %d %d\n", cudaGetErrorString(error), y[0], y[n - 1]);
  cudaFree(dX);
  cudaFree(dY);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
