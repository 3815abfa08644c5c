// Changed: it starts at -FLT_MAX.
#include <cfloat>
#include <cstdio>

__global__ void maximum(const float* x, int n, float* out) {
  __shared__ float best[32];
  float own = -FLT_MAX;
  for (int i = threadIdx.x; i < n; i += 32) own = fmaxf(own, x[i]);
  best[threadIdx.x] = own;
  __syncthreads();
  for (int half = 16; half > 0; half /= 2) {
    if (threadIdx.x < half) best[threadIdx.x] = fmaxf(best[threadIdx.x], best[threadIdx.x + half]);
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = best[0];
}

int main() {
  const int n = 100;
  float x[n], out, *dX, *dOut;
  for (int i = 0; i < n; ++i) x[i] = -1 - i;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dOut, sizeof out);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  maximum<<<1, 32>>>(dX, n, dOut);
  cudaMemcpy(&out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%g\n", out);
  cudaFree(dX);
  cudaFree(dOut);
}
// prints: -1
