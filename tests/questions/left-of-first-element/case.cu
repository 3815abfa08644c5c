// My second derivative checks that i is smaller than n, and still crashes on some machines; which of d_in[i - 1] and d_in[i + 1] is wrong?
// asked: https://github.com/myurtoglu/cudaforengineers/issues/5
#include <cstdio>

__global__ void curvature(const float* d_in, float* d_out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  d_out[i] = d_in[i - 1] - 2 * d_in[i] + d_in[i + 1];  // finds: out-of-bounds: before its start
}

int main() {
  const int n = 100;
  float x[n], *d_in, *d_out;
  for (int i = 0; i < n; ++i) x[i] = i * i;
  cudaMalloc(&d_in, sizeof x);
  cudaMalloc(&d_out, sizeof x);
  cudaMemcpy(d_in, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, sizeof x);
  curvature<<<2, 64>>>(d_in, d_out, n);
  const cudaError_t error = cudaMemcpy(x, d_out, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%s %g %g %g\n", cudaGetErrorString(error), x[0], x[1], x[n - 1]);
  cudaFree(d_in);
  cudaFree(d_out);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
