// Changed: as many blocks as can run at once, each of which takes several pieces.
#include <cstdio>

__device__ unsigned arrived = 0;

__device__ void waitForAll() {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1u);
    while (atomicAdd(&arrived, 0u) < gridDim.x) {
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
  twoPhases<<<2, 256>>>(dX, dY, pieces);
  const cudaError_t error = cudaMemcpy(y, dY, sizeof y, cudaMemcpyDeviceToHost);
  std::printf("%s %d %d\n", cudaGetErrorString(error), y[0], y[n - 1]);
  cudaFree(dX);
  cudaFree(dY);
  return error == cudaSuccess ? 0 : 1;
}
// prints: no error 1 0
