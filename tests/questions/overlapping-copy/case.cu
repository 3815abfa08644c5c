// I shift my buffer by one element with cudaMemcpy, and sometimes an element appears twice.
// asked: https://github.com/NVIDIA/TensorRT-Model-Connect/pull/1158
#include <cstdio>

__global__ void number(int* x) { x[threadIdx.x] = threadIdx.x; }

int main() {
  const int n = 256;
  int host[n], *x;
  cudaMalloc(&x, sizeof host);
  number<<<1, n>>>(x);
  cudaMemcpy(x, x + 1, (n - 1) * sizeof(int), cudaMemcpyDeviceToDevice);  // finds: wrong-copy: source and destination overlap
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[254]);
  cudaFree(x);
}
