// My counter is different in every run, sometimes right, although it uses atomicAdd.
// asked: https://github.com/hustvl/HAIS/pull/32
#include <cstdio>

__global__ void count_even(const int* x, int n, unsigned* found) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] % 2 == 0) atomicAdd(found, 1u);  // finds: uninitialised-read: found[0] (d_found) at line 7, which is uninitialised: nothing has written it
}

int main() {
  const int n = 300;
  int x[n], *d_x;
  unsigned found, *d_found;
  for (int i = 0; i < n; ++i) x[i] = 3 * i;
  cudaMalloc(&d_x, sizeof x);
  cudaMalloc(&d_found, sizeof found);
  cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
  count_even<<<3, 128>>>(d_x, n, d_found);
  cudaMemcpy(&found, d_found, sizeof found, cudaMemcpyDeviceToHost);
  std::printf("%u\n", found);
  cudaFree(d_x);
  cudaFree(d_found);
}
