// My maximum starts at FLT_MIN, the smallest float there is, and for all negative inputs I get 1.17549e-38; where does that number come from?
// asked: https://github.com/halide/Halide/issues/298
// open: nothing is said
#include <cfloat>
#include <cstdio>

__global__ void maximum(const float* x, int n, float* out) {
  __shared__ float best[32];
  float own = FLT_MIN;
  for (int i = threadIdx.x; i < n; i += 32) own = fmaxf(own, x[i]);
  best[threadIdx.x] = own;
  __syncthreads();
  for (int half = 16; half > 0; half /= 2) {
    if (threadIdx.x < half) best[threadIdx.x] = fmaxf(best[threadIdx.x], best[threadIdx.x + half]);
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = best[0];  // should: FLT_MIN is the smallest positive float
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
