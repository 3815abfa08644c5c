// I carve a value and an index array from dynamic shared memory for an argmax; values are fine, but the indices go to an illegal address?
// asked: https://github.com/alicevision/popsift/pull/109
#include <cstdio>

__global__ void argmax(const float* x, int* out) {
  extern __shared__ float value[];
  int* index = (int*)&value[blockDim.x];
  const int t = threadIdx.x;
  value[t] = x[t];
  index[t] = t;  // finds: out-of-bounds: dynamic shared memory, 256 bytes
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half && value[t + half] > value[t]) {
      value[t] = value[t + half];
      index[t] = index[t + half];
    }
    __syncthreads();
  }
  if (t == 0) *out = index[0];
}

int main() {
  const int n = 64;
  float x[n], *dX;
  int out = -1, *dOut;
  for (int i = 0; i < n; ++i) x[i] = (i * 37) % 64;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dOut, sizeof out);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  argmax<<<1, n, n * sizeof(float)>>>(dX, dOut);
  const cudaError_t error = cudaMemcpy(&out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%s %d\n", cudaGetErrorString(error), out);
  cudaFree(dX);
  cudaFree(dOut);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
