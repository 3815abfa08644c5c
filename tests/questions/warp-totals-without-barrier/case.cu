// My block scan is a warp scan plus the totals of the warps before; single warps are right, but the offsets between them are sometimes those of the last call?
// asked: http://stackoverflow.com/questions/17514066/parallel-prefix-sum-with-multiple-elements-per-thread-without-using-thrust?answertab=active
#include <cstdio>

__global__ void scan(const int* in, int* out) {
  __shared__ int total[4];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int v = in[threadIdx.x];
  for (int step = 1; step < 32; step *= 2) {
    const int left = __shfl_up_sync(0xffffffffu, v, step);
    if (lane >= step) v += left;
  }
  if (lane == 31) total[warp] = v;  // finds: data-race: no barrier
  for (int w = 0; w < warp; ++w) v += total[w];
  out[threadIdx.x] = v;
}

int main() {
  int x[128], *dIn, *dOut;
  for (int& v : x) v = 1;
  cudaMalloc(&dIn, sizeof x);
  cudaMalloc(&dOut, sizeof x);
  cudaMemcpy(dIn, x, sizeof x, cudaMemcpyHostToDevice);
  scan<<<1, 128>>>(dIn, dOut);
  cudaMemcpy(x, dOut, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", x[0], x[32], x[127]);
  cudaFree(dIn);
  cudaFree(dOut);
}
