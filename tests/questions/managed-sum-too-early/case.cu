// The sum over my managed array is too small, but right when I step through in the debugger.
// asked: https://github.com/sonots/cumo/pull/202
#include <cstdio>

__global__ void fill(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}

int main() {
  const int n = 500;
  int *x, sum = 0;
  cudaMallocManaged(&x, n * sizeof(int));
  for (int i = 0; i < n; ++i) x[i] = 0;
  fill<<<4, 128>>>(x, n);
  for (int i = 0; i < n; ++i) sum += x[i];  // finds: unordered-streams: the host uses x while kernel fill may still write it
  std::printf("%d\n", sum);
  cudaDeviceSynchronize();
  cudaFree(x);
}
