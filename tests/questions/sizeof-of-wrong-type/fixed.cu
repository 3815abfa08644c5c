// The copy has the size of doubles.
#include <cstdio>

__global__ void twice(const double* in, double* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}

int main() {
  const int n = 100;
  double host[n], *in, *out;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&in, n * sizeof(double));
  cudaMalloc(&out, n * sizeof(double));
  cudaMemcpy(in, host, n * sizeof(double), cudaMemcpyHostToDevice);
  twice<<<1, 128>>>(in, out, n);
  cudaMemcpy(host, out, n * sizeof(double), cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", host[1], host[99]);
  cudaFree(in);
  cudaFree(out);
}
// prints: 2 198
