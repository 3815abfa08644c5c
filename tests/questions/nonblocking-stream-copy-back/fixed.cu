// The program waits for the kernel's stream before the copy.
#include <cstdio>

__global__ void ramp(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 0.25f * i;
}

int main() {
  const int n = 512;
  float x[n], *d_x;
  cudaStream_t work;
  cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
  cudaMalloc(&d_x, sizeof x);
  ramp<<<4, 128, 0, work>>>(d_x, n);
  cudaStreamSynchronize(work);
  cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%g\n", x[511]);
  cudaFree(d_x);
  cudaStreamDestroy(work);
}
// prints: 127.75
