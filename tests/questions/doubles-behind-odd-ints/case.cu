// I keep ints and doubles in one buffer; with an even number of ints it works, with an odd one it does not.
// asked: https://github.com/QMCPACK/qmcpack/pull/3029
#include <cstdio>

__global__ void halves(const int* labels, double* values, int n) {
  const int i = threadIdx.x;
  if (i < n) values[i] = labels[i] * 0.5;  // finds: misaligned: writes 8 bytes at byte 20 of pool, which is not a multiple of 8
}

int main() {
  const int n = 5;
  int labels[n] = {2, 4, 6, 8, 9};
  double values[n];
  char* pool;
  cudaMalloc(&pool, n * (sizeof(int) + sizeof(double)));
  int* d_labels = reinterpret_cast<int*>(pool);
  double* d_values = reinterpret_cast<double*>(pool + n * sizeof(int));
  cudaMemcpy(d_labels, labels, sizeof labels, cudaMemcpyHostToDevice);
  halves<<<1, 32>>>(d_labels, d_values, n);
  const cudaError_t error = cudaMemcpy(values, d_values, sizeof values, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;  // exits: 1
  }
  std::printf("%g %g\n", values[0], values[4]);
  cudaFree(pool);
}
