// Groups of eight threads reduce on their own, each with a mask for its eight lanes, but in different rounds; why does a group wait for lanes of another one?
// asked: https://github.com/kokkos/kokkos/issues/1958
#include <cstdio>

__global__ void groupSums(const int* x, int* out, int rounds) {
  const int lane = threadIdx.x;
  const unsigned mask = 0xffu << (lane % (32 / 8) * 8);
  int v = x[lane];
  for (int step = 4; step > 0; step /= 2) v += __shfl_xor_sync(mask, v, step, 8);  // finds: invalid-mask: leaves this lane out
  out[lane] = v;
}

int main() {
  int x[32], *dX, *dOut;
  for (int i = 0; i < 32; ++i) x[i] = i / 8 + 1;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dOut, sizeof x);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  groupSums<<<1, 32>>>(dX, dOut, 1);
  const cudaError_t error = cudaMemcpy(x, dOut, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%s %d %d\n", cudaGetErrorString(error), x[0], x[31]);
  cudaFree(dX);
  cudaFree(dOut);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
