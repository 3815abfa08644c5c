// Random numbers of cuRAND in the kernel: the same seed gives the same walk, and a thread of its own subsequence another one.
#include <curand_kernel.h>

#include <cstdio>

__global__ void walk(unsigned long long seed, int* ends, float* least, int steps) {
  curandState state;
  curand_init(seed, threadIdx.x, 0, &state);
  int at = 0;
  float smallest = 2;
  for (int k = 0; k < steps; ++k) {
    const float x = curand_uniform(&state);
    at += x <= 0.5f ? -1 : 1;
    smallest = fminf(smallest, x);
  }
  ends[threadIdx.x] = at;
  least[threadIdx.x] = smallest;
}

int main() {
  int *d_ends, ends[2][64];
  float *d_least, least[64];
  cudaMalloc(&d_ends, sizeof ends[0]);
  cudaMalloc(&d_least, sizeof least);
  for (int run = 0; run < 2; ++run) {
    walk<<<1, 64>>>(1234, d_ends, d_least, 50);
    cudaMemcpy(ends[run], d_ends, sizeof ends[run], cudaMemcpyDeviceToHost);
  }
  cudaMemcpy(least, d_least, sizeof least, cudaMemcpyDeviceToHost);
  bool same = true, even = true, different = false, positive = true;
  for (int i = 0; i < 64; ++i) {
    same = same && ends[0][i] == ends[1][i];
    even = even && ends[0][i] % 2 == 0;
    different = different || ends[0][i] != ends[0][0];
    positive = positive && least[i] > 0 && least[i] <= 1;
  }
  printf("same again: %d, even after 50 steps: %d, threads differ: %d, in (0, 1]: %d\n", same, even, different, positive);
  cudaFree(d_ends);
  cudaFree(d_least);
}
