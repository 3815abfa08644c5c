// My time histogram works for short recordings; with times above half a million microseconds it writes in front of the bins, although time is always smaller than the length?
// asked: https://github.com/microsoft/onnxruntime/pull/28108
#include <cstdio>

__global__ void histogram(const int* time, int n, int length, int bins, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int bin = time[i] * bins / length;
  atomicAdd(&count[bin], 1);  // finds: out-of-bounds: computed in 32 bits, where 960,000 × 4,096 = 3,932,160,000
}

int main() {
  const int n = 100, length = 1000000, bins = 4096;
  int time[n], *dTime, *dCount;
  static int count[bins];
  for (int i = 0; i < n; ++i) time[i] = i * (length / n);
  cudaMalloc(&dTime, sizeof time);
  cudaMalloc(&dCount, sizeof count);
  cudaMemcpy(dTime, time, sizeof time, cudaMemcpyHostToDevice);
  cudaMemset(dCount, 0, sizeof count);
  histogram<<<2, 64>>>(dTime, n, length, bins, dCount);
  const cudaError_t error = cudaMemcpy(count, dCount, sizeof count, cudaMemcpyDeviceToHost);
  std::printf("%s %d %d\n", cudaGetErrorString(error), count[0], count[2048]);
  cudaFree(dTime);
  cudaFree(dCount);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
