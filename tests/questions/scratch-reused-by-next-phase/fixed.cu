// Changed: a barrier before the scratch is used anew.
#include <cstdio>

__device__ int fold(int* scratch, int v, bool adding) {
  const int t = threadIdx.x;
  scratch[t] = v;
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (t < half) scratch[t] = adding ? scratch[t] + scratch[t + half] : min(scratch[t], scratch[t + half]);
    __syncthreads();
  }
  const int result = scratch[0];
  __syncthreads();
  return result;
}

__global__ void statistics(const int* x, int* out) {
  __shared__ int scratch[128];
  const int smallest = fold(scratch, x[threadIdx.x], false);
  const int sum = fold(scratch, x[threadIdx.x], true);
  if (threadIdx.x == 0) { out[0] = smallest; out[1] = sum; }
}

int main() {
  int x[128], out[2], *dX, *dOut;
  for (int i = 0; i < 128; ++i) x[i] = 128 - i;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dOut, sizeof out);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  statistics<<<1, 128>>>(dX, dOut);
  cudaMemcpy(out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", out[0], out[1]);
  cudaFree(dX);
  cudaFree(dOut);
}
// prints: 1 8256
