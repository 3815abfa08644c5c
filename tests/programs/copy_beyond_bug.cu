// The allocation has n bytes, where n numbers of four bytes are copied.
#include <cstdio>

int main() {
  const int n = 64;
  int host[n], back[n] = {}, *data;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&data, n);
  cudaMemset(data, 0, n);
  cudaMemcpy(data, host, n * sizeof(int), cudaMemcpyHostToDevice);  // finds: out-of-bounds
  cudaMemcpy(back, data, n, cudaMemcpyDeviceToHost);
  std::printf("%d\n", back[5]);
  cudaFree(data);
}
