// Thread 0 looks up where this block's output begins and tells the others by a shared variable; why do some of them write to the wrong place?
// asked: https://github.com/ORNL/HeCBench/issues/254
// open: "nothing has written it", which thread 0 does; the race is told by nvcc's build only
#include <cstdio>

__global__ void pack(const int* start, const int* x, int* out) {
  __shared__ int begin;
  if (threadIdx.x == 0) begin = start[blockIdx.x];
  out[begin + threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];  // finds: data-race: no barrier
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
    return 1;  // exits: 1
  }
  std::printf("%d %d\n", out[0], out[64]);
  cudaFree(dStart);
  cudaFree(dX);
  cudaFree(dOut);
}
