// Changed: a thread goes on by the number of threads.
#include <cstdio>

__global__ void add(const int* a, const int* b, int* c, int n) {
  const int begin = threadIdx.x, stride = blockDim.x;
  for (int i = begin; i < n; i += stride) c[i] = a[i] + b[i];
}

int main() {
  const int n = 300;
  int a[n], b[n], *dA, *dB, *dC;
  for (int i = 0; i < n; ++i) { a[i] = i; b[i] = 1; }
  cudaMalloc(&dA, sizeof a);
  cudaMalloc(&dB, sizeof b);
  cudaMalloc(&dC, sizeof a);
  cudaMemcpy(dA, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(dB, b, sizeof b, cudaMemcpyHostToDevice);
  add<<<1, 64>>>(dA, dB, dC, n);
  cudaMemcpy(a, dC, sizeof a, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", a[0], a[n - 1]);
  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dC);
}
// prints: 1 300
