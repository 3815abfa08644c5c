// With one block my kernel is right; with three blocks it becomes three times faster, but two thirds of the result are missing, what do the other blocks do?
// asked: https://github.com/kaldi-asr/kaldi/issues/3036
#include <cstdio>

__global__ void smooth(const int* x, int* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] += x[i] / 2;  // finds: data-race: does not depend on blockIdx
}

int main() {
  const int n = 192;
  int x[n], *dX, *dOut;
  for (int i = 0; i < n; ++i) x[i] = 2 * i;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dOut, sizeof x);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemset(dOut, 0, sizeof x);
  smooth<<<3, 64>>>(dX, dOut, n);
  cudaMemcpy(x, dOut, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", x[1], x[n - 1]);
  cudaFree(dX);
  cudaFree(dOut);
}
