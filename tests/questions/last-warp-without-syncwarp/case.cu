// A slide says that the last 32 threads of a reduction need no barrier as a warp runs in lockstep; is my volatile enough on a newer card?
// asked: https://github.com/CanReader/FastNN/issues/8
// open: the cause is named, but in 16 findings
#include <cstdio>

__global__ void total(const int* x, int* out) {
  __shared__ int part[64];
  const int t = threadIdx.x;
  part[t] = x[t];
  __syncthreads();
  if (t < 32) {
    volatile int* p = part;
    p[t] += p[t + 32];
    p[t] += p[t + 16];  // finds: data-race: __syncwarp
    p[t] += p[t + 8];  // finds: data-race: __syncwarp
    p[t] += p[t + 4];  // finds: data-race: __syncwarp
    p[t] += p[t + 2];  // finds: data-race: __syncwarp
    p[t] += p[t + 1];  // finds: data-race: __syncwarp
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
