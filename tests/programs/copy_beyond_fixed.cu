// Sizes are in bytes, everywhere.
#include <cstdio>

int main() {
  const int n = 64;
  int host[n], back[n] = {}, *data;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&data, n * sizeof(int));
  cudaMemset(data, 0, n * sizeof(int));
  cudaMemcpy(data, host, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(back, data, n * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", back[5]);
  cudaFree(data);
}
