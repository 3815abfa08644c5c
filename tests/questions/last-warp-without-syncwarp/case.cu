// A slide says that the last 32 threads of a reduction need no barrier as a warp runs in lockstep; is my volatile enough on a newer card?
// asked: https://github.com/CanReader/FastNN/issues/8
#include <cstdio>

__global__ void total(const int* x, int* out) {
  __shared__ int part[64];
  const int t = threadIdx.x;
  part[t] = x[t];
  __syncthreads();
  if (t < 32) {
    volatile int* p = part;
    p[t] += p[t + 32];  // finds: unordered-volatile: __syncwarp in one warp) stands between them
    p[t] += p[t + 16];
    p[t] += p[t + 8];
    p[t] += p[t + 4];
    p[t] += p[t + 2];
    p[t] += p[t + 1];
  }
  if (t == 0) *out = part[0];
}

int main() {
  int x[64], out, *dX, *dOut;
  for (int i = 0; i < 64; ++i) x[i] = i;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dOut, sizeof out);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  total<<<1, 64>>>(dX, dOut);
  cudaMemcpy(&out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%d\n", out);
  cudaFree(dX);
  cudaFree(dOut);
}
