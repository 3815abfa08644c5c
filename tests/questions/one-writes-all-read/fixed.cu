// Changed: a barrier between the write of thread 0 and the reads.
#include <cstdio>

__global__ void pack(const int* start, const int* x, int* out) {
  __shared__ int begin;
  if (threadIdx.x == 0) begin = start[blockIdx.x];
  __syncthreads();
  out[begin + threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
}

int main() {
  const int n = 128;
  int start[2] = {64, 0}, x[n], out[n], *dStart, *dX, *dOut;
  for (int i = 0; i < n; ++i) x[i] = i;
  cudaMalloc(&dStart, sizeof start);
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dOut, sizeof out);
  cudaMemcpy(dStart, start, sizeof start, cudaMemcpyHostToDevice);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  pack<<<2, 64>>>(dStart, dX, dOut);
  if (cudaMemcpy(out, dOut, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess) {
    std::printf("failed\n");
    return 1;
  }
  std::printf("%d %d\n", out[0], out[64]);
  cudaFree(dStart);
  cudaFree(dX);
  cudaFree(dOut);
}
// prints: 64 0
