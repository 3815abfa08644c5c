// I let the threads without work return at the top of the kernel; may the others still meet at __syncthreads() and add up all elements?
// asked: https://stackoverflow.com/questions/6666382/can-i-use-syncthreads-after-having-dropped-threads
#include <cstdio>

__global__ void maximum(const int* x, int* largest, int n) {
  __shared__ int best[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) return;
  best[threadIdx.x] = x[i];
  __syncthreads();
  for (int half = 32; half > 0; half >>= 1) {
    if (threadIdx.x < half) best[threadIdx.x] = max(best[threadIdx.x], best[threadIdx.x + half]);  // finds: uninitialised-read: threads of it had left the kernel
    __syncthreads();
  }
  if (threadIdx.x == 0) largest[blockIdx.x] = best[0];
}

int main() {
  const int n = 150, blocks = 3;
  int *x, *largest;
  cudaMallocManaged(&x, n * sizeof(int));
  cudaMallocManaged(&largest, blocks * sizeof(int));
  for (int i = 0; i < n; ++i) x[i] = 1 + i;
  maximum<<<blocks, 64>>>(x, largest, n);
  cudaDeviceSynchronize();
  std::printf("%d %d %d\n", largest[0], largest[1], largest[2]);
  cudaFree(x);
  cudaFree(largest);
}
