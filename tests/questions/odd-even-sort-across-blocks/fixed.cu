// Changed: one launch for each phase, as a barrier is for one block only.
#include <cstdio>

__global__ void sortPhase(int* x, int n, int phase) {
  const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  const int a = i + phase % 2;
  if (a + 1 < n && x[a] > x[a + 1]) {
    const int big = x[a];
    x[a] = x[a + 1];
    x[a + 1] = big;
  }
}

int main() {
  const int n = 128;
  int x[n], *dX;
  for (int i = 0; i < n; ++i) x[i] = n - i;
  cudaMalloc(&dX, sizeof x);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  for (int phase = 0; phase < n; ++phase) sortPhase<<<2, 32>>>(dX, n, phase);
  cudaMemcpy(x, dX, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", x[0], x[63], x[127]);
  cudaFree(dX);
}
// prints: 1 64 128
