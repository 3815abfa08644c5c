// The book's second derivative works on its author's card and crashes on mine.
// asked: https://github.com/myurtoglu/cudaforengineers/issues/5
#include <cstdio>

__global__ void curvature(double* out, const double* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = in[i - 1] - 2 * in[i] + in[i + 1];  // finds: out-of-bounds: element -1 of in, 1 element before its start
}

int main() {
  const int n = 100;
  double host[n], *in, *out;
  for (int i = 0; i < n; ++i) host[i] = i * i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemset(out, 0, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  curvature<<<1, 128>>>(out, in, n);
  const cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;  // exits: 1
  }
  std::printf("%g %g\n", host[0], host[50]);
  cudaFree(in);
  cudaFree(out);
}
