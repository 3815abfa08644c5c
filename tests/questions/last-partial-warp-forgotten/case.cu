// My block sum by shuffles is too small whenever the block has, say, 80 threads; where do the last 16 go?
// asked: https://github.com/bytedance/lightseq/issues/166
// open: nothing is said
#include <cstdio>

__device__ int warpSum(int v) {
  for (int step = 16; step > 0; step /= 2) v += __shfl_down_sync(0xffffffffu, v, step);
  return v;
}

__global__ void blockSum(const int* x, int n, int* out) {
  __shared__ int ofWarp[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int sum = warpSum(threadIdx.x < n ? x[threadIdx.x] : 0);
  if (lane == 0) ofWarp[warp] = sum;  // should: ofWarp[2] is written, and nobody reads it
  __syncthreads();
  if (warp == 0) {
    int v = lane < n / 32 ? ofWarp[lane] : 0;
    v = warpSum(v);
    if (lane == 0) *out = v;
  }
}

int main() {
  const int n = 80;
  int x[n], out, *dX, *dOut;
  for (int& v : x) v = 1;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dOut, sizeof out);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  blockSum<<<1, 96>>>(dX, n, dOut);
  cudaMemcpy(&out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%d\n", out);
  cudaFree(dX);
  cudaFree(dOut);
}
