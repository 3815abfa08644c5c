// My function frees everything at its end, and memory is lost whenever one of its calls fails.
// asked: https://github.com/shrec/UltrafastSecp256k1/issues/345
#include <cstdio>

#define TRY(call) \
  if ((call) != cudaSuccess) return false

__global__ void add(const int* a, const int* b, int* c) { c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }

bool sum(size_t room, int* result) {
  int *a, *b, *c;
  TRY(cudaMalloc(&a, 32 * sizeof(int)));  // notes: leak: a, 128 bytes
  TRY(cudaMalloc(&b, 32 * sizeof(int)));  // notes: leak: b, 128 bytes
  TRY(cudaMalloc(&c, room));
  TRY(cudaMemset(a, 0, 32 * sizeof(int)));
  TRY(cudaMemset(b, 0, 32 * sizeof(int)));
  add<<<1, 32>>>(a, b, c);
  TRY(cudaMemcpy(result, c, sizeof(int), cudaMemcpyDeviceToHost));
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return true;
}

int main() {
  int result = -1;
  if (!sum(size_t(1) << 50, &result)) std::printf("too large\n");
  cudaGetLastError();
  if (sum(128, &result)) std::printf("%d\n", result);
}
