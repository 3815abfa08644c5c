// The pointer is given, not its address.
#include <cstdio>

__global__ void distances(int* out) { out[threadIdx.x] = 7 * threadIdx.x; }

int main() {
  const int n = 48;
  int result[n] = {}, *d_result;
  cudaMalloc(&d_result, n * sizeof(int));
  distances<<<1, n>>>(d_result);
  cudaMemcpy(result, d_result, n * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result[47]);
  cudaFree(d_result);
}
// prints: 329
