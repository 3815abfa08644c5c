// Buffers are called by the variables that hold them: two that are allocated in one line, and some that a helper or a macro
// allocates.
#include <cstdio>

#define CHECK(call) \
  do { \
    if ((call) != cudaSuccess) std::printf("failed\n"); \
  } while (0)

__global__ void sum(const int* in, int* total) { *total += in[threadIdx.x]; }  // finds: data-race: total[0] (d_total)
__global__ void shift(int* data) {
  data[threadIdx.x] = data[threadIdx.x + 1];  // finds: data-race: data[1] (right)
}
__global__ void halve(int* data) {
  data[threadIdx.x / 2] = threadIdx.x;  // finds: data-race: data[0] (third)
}

template <typename T>
T* zeros(int n) {
  T* memory;
  CHECK(cudaMalloc(&memory, n * sizeof(T)));
  CHECK(cudaMemset(memory, 0, n * sizeof(T)));
  return memory;
}

int main() {
  int *d_in, *d_total, result = 7;
  CHECK(cudaMalloc((void**)&d_in, 64 * 4)); CHECK(cudaMalloc((void**)&d_total, 4));
  CHECK(cudaMemset(d_in, 0, 256));
  CHECK(cudaMemset(d_total, 0, 4));
  int *left = zeros<int>(65), *right = zeros<int>(65);
  int* third = zeros<int>(65);
  sum<<<1, 64>>>(d_in, d_total);
  shift<<<1, 64>>>(right);
  halve<<<1, 64>>>(third);
  CHECK(cudaMemcpy(&result, left, 4, cudaMemcpyDeviceToHost));
  std::printf("%d\n", result);
  for (int* each : {d_in, d_total, left, right, third}) CHECK(cudaFree(each));
}
