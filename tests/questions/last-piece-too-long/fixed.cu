// Of the last piece only what there is is copied.
#include <cstdio>

__global__ void negate(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = -x[i];
}

int main() {
  const int n = 1000, piece = 256;
  static float in[1024], out[1024];
  float* x;
  for (int i = 0; i < n; ++i) in[i] = i;
  cudaMalloc(&x, n * sizeof(float));
  cudaMemcpy(x, in, n * sizeof(float), cudaMemcpyHostToDevice);
  for (int first = 0; first < n; first += piece) {
    const int rest = n - first < piece ? n - first : piece;
    negate<<<2, 128>>>(x + first, rest);
    cudaMemcpy(out + first, x + first, rest * sizeof(float), cudaMemcpyDeviceToHost);
  }
  std::printf("%g %g\n", out[255], out[999]);
  cudaFree(x);
}
// prints: -255 -999
