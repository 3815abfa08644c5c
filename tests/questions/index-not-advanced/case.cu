// while (i < n) with one element a thread, and the kernel is stopped by the time limit; the condition is the same as in the for loop of my friend?
// asked: https://taourl.com/read-2677868.html
// open: "no way leads out of it"; with clang, which removes the loop, nothing is said
#include <cstdio>

__global__ void scale(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < n) {  // finds: step-limit: nothing changes i
    x[i] = x[i] / 2 + 3;
  }
}

int main() {
  const int n = 200;
  int x[n], *d;
  for (int& v : x) v = 8;
  cudaMalloc(&d, sizeof x);
  cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
  scale<<<2, 64>>>(d, n);
  const cudaError_t error = cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%s %d\n", cudaGetErrorString(error), x[n - 1]);
  cudaFree(d);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
