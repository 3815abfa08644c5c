// I start 64 threads for my vector sum, and it takes 64 times as long as it should; each thread begins at threadIdx.x and adds up to the end, what is wrong?
// asked: https://github.com/puttsk/cuda-tutorial/pull/9
#include <cstdio>

__global__ void add(const int* a, const int* b, int* c, int n) {
  const int begin = threadIdx.x, stride = 1;
  for (int i = begin; i < n; i += stride) c[i] = a[i] + b[i];  // finds: data-race: stride of the loop is less than the 64 threads
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
