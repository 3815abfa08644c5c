// After changing my arrays from float to double, the second half of the input is garbage.
// asked: https://github.com/eegkno/CUDA_by_practice/pull/4
#include <cstdio>

__global__ void twice(const double* in, double* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = 2 * in[i];  // finds: uninitialised-read: Only 400 of the 800 bytes of in were written before this launch, the last by cudaMemcpy
}

int main() {
  const int n = 100;
  double host[n], *in, *out;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&in, n * sizeof(double));
  cudaMalloc(&out, n * sizeof(double));
  cudaMemcpy(in, host, n * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<1, 128>>>(in, out, n);
  cudaMemcpy(host, out, n * sizeof(double), cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", host[1], host[99]);
  cudaFree(in);
  cudaFree(out);
}
