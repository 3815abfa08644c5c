// cudaMemcpyDefault: the direction follows from the pointers. And how much memory is free while some is in use.
#include <cstdio>

int main() {
  const size_t bytes = 64 * sizeof(int);
  int host[64], back[64], *device, *other, *pinned, *managed;
  size_t before = 0, during = 0, after = 0, total = 0;
  cudaMemGetInfo(&before, &total);
  cudaMalloc(&device, bytes);
  cudaMalloc(&other, bytes);
  cudaMallocHost(&pinned, bytes);
  cudaMallocManaged(&managed, bytes);
  cudaMemGetInfo(&during, &total);
  for (int i = 0; i < 64; ++i) host[i] = 3 * i + 1;
  cudaMemcpy(device, host, bytes, cudaMemcpyDefault);
  cudaMemcpy(other, device, bytes, cudaMemcpyDefault);
  cudaMemcpy(managed, other, bytes, cudaMemcpyDefault);
  cudaMemcpy(pinned, managed, bytes, cudaMemcpyDefault);
  cudaMemcpy(back, pinned, bytes, cudaMemcpyDefault);
  cudaMemcpy2D(back, 16 * sizeof(int), device, 16 * sizeof(int), 8 * sizeof(int), 4, cudaMemcpyDefault);
  int different = 0;
  for (int i = 0; i < 64; ++i) different += back[i] != 3 * i + 1;
  printf("different: %d, no error: %s\n", different, cudaGetLastError() == cudaSuccess ? "yes" : "no");
  cudaFree(device);
  cudaFree(other);
  cudaFree(managed);
  cudaFreeHost(pinned);
  cudaMemGetInfo(&after, &total);
  printf("less is free while memory is in use: %s, then as much as before: %s, never more than there is: %s\n",
         during < before ? "yes" : "no", after == before ? "yes" : "no", before <= total ? "yes" : "no");
}
