// My kernel has two dynamic shared arrays and the launch has room for both; why do they always hold the same values?
// asked: https://forums.developer.nvidia.com/t/shared-memory-acces/1475
#include <cstdio>

__global__ void mix(const int* x, const int* y, int* out) {
  extern __shared__ int first[];
  extern __shared__ int second[];
  const int t = threadIdx.x;
  first[t] = x[t];
  second[t] = y[t];  // notes: overlapping-arrays
  __syncthreads();
  const int other = blockDim.x - 1 - t;
  out[t] = first[other] - second[other];
}

int main() {
  const int n = 64;
  int x[n], y[n], *dX, *dY, *dOut;
  for (int i = 0; i < n; ++i) { x[i] = 3 * i; y[i] = i; }
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dY, sizeof y);
  cudaMalloc(&dOut, sizeof x);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemcpy(dY, y, sizeof y, cudaMemcpyHostToDevice);
  mix<<<1, n, 2 * n * sizeof(int)>>>(dX, dY, dOut);
  cudaMemcpy(x, dOut, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", x[0], x[n - 1]);
  cudaFree(dX);
  cudaFree(dY);
  cudaFree(dOut);
}
