// Changed: __syncwarp() between reading and writing of every step.
#include <cstdio>

__global__ void total(const int* x, int* out) {
  __shared__ int part[64];
  const int t = threadIdx.x;
  part[t] = x[t];
  __syncthreads();
  if (t < 32) {
    int own = part[t];
    for (int step = 32; step > 0; step /= 2) {
      own += part[t + step];
      __syncwarp();
      part[t] = own;
      __syncwarp();
    }
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
// prints: 2016
