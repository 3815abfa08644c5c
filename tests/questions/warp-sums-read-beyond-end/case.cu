// The first warp folds the results of all eight warps; may its 32 threads simply each read one element of my array of eight?
// asked: https://github.com/xlite-dev/LeetCUDA/issues/409
#include <cstdio>

__device__ float warpMax(float v) {
  for (int step = 16; step > 0; step /= 2) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, step));
  return v;
}

__global__ void largest(const float* x, float* out) {
  __shared__ float ofWarp[256 / 32];
  const float v = warpMax(x[threadIdx.x]);
  if (threadIdx.x % 32 == 0) ofWarp[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 32) {
    const float all = warpMax(ofWarp[threadIdx.x]);  // finds: out-of-bounds: element 8 of ofWarp, 1 past its end (8 elements)
    if (threadIdx.x == 0) *out = all;
  }
}

int main() {
  float x[256], out = 0, *dX, *dOut;
  for (int i = 0; i < 256; ++i) x[i] = i;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dOut, sizeof out);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  largest<<<1, 256>>>(dX, dOut);
  const cudaError_t error = cudaMemcpy(&out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
  else std::printf("%g\n", out);
  cudaFree(dX);
  cudaFree(dOut);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
