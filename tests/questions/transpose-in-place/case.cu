// I transpose a square matrix in place, each thread exchanges its element with the mirrored one; why does the matrix come out as it was, with a few errors?
// asked: https://github.com/opencv/opencv/pull/28686
// open: three findings, that either value can be the one that stays
#include <cstdio>

__global__ void transpose(int* m, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    const int upper = m[y * n + x];
    m[y * n + x] = m[x * n + y];  // finds: data-race: mirrored
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
