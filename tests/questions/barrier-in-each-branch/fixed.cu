// Changed: one barrier behind the if for both halves.
#include <cstdio>

__global__ void load(const float* x, float* out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  if (t < n) {
    tile[t] = x[t];
  } else {
    tile[t] = 0;
  }
  __syncthreads();
  out[t] = tile[63 - t];
}

int main() {
  const int n = 40;
  float x[n], out[64] = {}, *dX, *dOut;
  for (int i = 0; i < n; ++i) x[i] = i + 1;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dOut, sizeof out);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  load<<<1, 64>>>(dX, dOut, n);
  const cudaError_t error = cudaMemcpy(out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%s %g %g\n", cudaGetErrorString(error), out[0], out[63]);
  cudaFree(dX);
  cudaFree(dOut);
  return error == cudaSuccess ? 0 : 1;
}
// prints: no error 0 1
