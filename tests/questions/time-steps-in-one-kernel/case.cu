// To avoid many launches I moved the time loop of my heat equation into the kernel; the result is nearly right and differs a little at each run?
// asked: https://forums.developer.nvidia.com/t/need-help-implementing-a-simple-kernel-i-need-to-write-a-kernel-for-a-simple-euler-forward-meth/17944
// open: a race with a wrong line (nvcc) or a line of the PTX (clang)
#include <cstdio>

__global__ void heat(float* u, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i >= n - 1) return;
  for (int s = 0; s < steps; ++s) {
    const float next = u[i] + 0.25f * (u[i - 1] - 2 * u[i] + u[i + 1]);  // finds: data-race: launch
    u[i] = next;
  }
}

int main() {
  const int n = 256;
  float u[n] = {}, *dU;
  u[0] = 64;
  cudaMalloc(&dU, sizeof u);
  cudaMemcpy(dU, u, sizeof u, cudaMemcpyHostToDevice);
  heat<<<4, 64>>>(dU, n, 2);
  cudaMemcpy(u, dU, sizeof u, cudaMemcpyDeviceToHost);
  std::printf("%g %g %g\n", u[1], u[2], u[3]);
  cudaFree(dU);
}
