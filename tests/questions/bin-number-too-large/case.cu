// My histogram of distances crashes for some inputs only; the bins are in shared memory, and I have one for every full metre up to 32?
// asked: https://github.com/ORNL/HeCBench/issues/83
#include <cstdio>

__global__ void distances(const float* d, int n, int* out) {
  __shared__ int bins[32];
  if (threadIdx.x < 32) bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const int bin = d[i];
    atomicAdd(&bins[bin], 1);  // finds: out-of-bounds: element 32 of bins, 1 past its end (32 elements)
  }
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = bins[threadIdx.x];
}

int main() {
  const int n = 400;
  float d[n], *dD;
  int out[32], *dOut;
  for (int i = 0; i < n; ++i) d[i] = i * 0.1f;
  cudaMalloc(&dD, sizeof d);
  cudaMalloc(&dOut, sizeof out);
  cudaMemcpy(dD, d, sizeof d, cudaMemcpyHostToDevice);
  distances<<<1, 64>>>(dD, n, dOut);
  const cudaError_t error = cudaMemcpy(out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  int all = 0;
  for (int b : out) all += error == cudaSuccess ? b : 0;
  std::printf("%s %d\n", cudaGetErrorString(error), all);
  cudaFree(dD);
  cudaFree(dOut);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
