// Nothing is launched for an empty batch.
#include <cstdio>

__global__ void increment(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) ++x[i];
}

void process(int* x, int n) {
  if (n == 0) return;
  increment<<<(n + 127) / 128, 128>>>(x, n);
}

int main() {
  const int sizes[] = {200, 0, 56};
  int host[256], *x;
  cudaMalloc(&x, sizeof host);
  cudaMemset(x, 0, sizeof host);
  int first = 0;
  for (int size : sizes) {
    process(x + first, size);
    first += size;
  }
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[255]);
  cudaFree(x);
}
// prints: 1 1
