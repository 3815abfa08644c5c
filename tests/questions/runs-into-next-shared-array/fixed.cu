// Changed: the last thread has no right neighbour to write to.
#include <cstdio>

__global__ void pass(const int* x, const int* weight, int* out) {
  __shared__ int moved[64];
  __shared__ int factor[64];
  const int t = threadIdx.x;
  factor[t] = weight[t];
  if (t == 0) moved[0] = 1;
  __syncthreads();
  if (t + 1 < 64) moved[t + 1] = x[t];
  __syncthreads();
  out[t] = moved[t] * factor[t];
}

int main() {
  int x[64], weight[64], out[64] = {}, *dX, *dWeight, *dOut;
  for (int i = 0; i < 64; ++i) { x[i] = i + 1; weight[i] = 3; }
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dWeight, sizeof weight);
  cudaMalloc(&dOut, sizeof out);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemcpy(dWeight, weight, sizeof weight, cudaMemcpyHostToDevice);
  pass<<<1, 64>>>(dX, dWeight, dOut);
  const cudaError_t error = cudaMemcpy(out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%s %d %d\n", cudaGetErrorString(error), out[0], out[63]);
  cudaFree(dX);
  cudaFree(dWeight);
  cudaFree(dOut);
  return error == cudaSuccess ? 0 : 1;
}
// prints: no error 3 189
