// Changed: only threads above the diagonal exchange.
#include <cstdio>

__global__ void transpose(int* m, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < x) {
    const int upper = m[y * n + x];
    m[y * n + x] = m[x * n + y];
    m[x * n + y] = upper;
  }
}

int main() {
  const int n = 32;
  static int m[n * n];
  for (int i = 0; i < n * n; ++i) m[i] = i;
  int* d;
  cudaMalloc(&d, sizeof m);
  cudaMemcpy(d, m, sizeof m, cudaMemcpyHostToDevice);
  transpose<<<dim3(2, 2), dim3(16, 16)>>>(d, n);
  cudaMemcpy(m, d, sizeof m, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", m[1], m[32]);
  cudaFree(d);
}
// prints: 32 1
