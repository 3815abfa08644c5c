// My noise function reads the lattice left of the point and right of it; for points with negative coordinates the left one is in front of the table, though I take the index modulo 8?
// asked: https://github.com/ORNL/HeCBench/issues/268
#include <cstdio>

__global__ void noise(const float* table, const float* at, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int cell = floorf(at[i]);
  const float part = at[i] - cell;
  const float a = table[cell % 8], b = table[(cell + 1) % 8];  // finds: out-of-bounds: before its start
  out[i] = a + part * (b - a);
}

int main() {
  const int n = 64;
  float table[8], at[n], out[n] = {}, *dTable, *dAt, *dOut;
  for (int i = 0; i < 8; ++i) table[i] = i;
  for (int i = 0; i < n; ++i) at[i] = 0.25f * i - 4;
  cudaMalloc(&dTable, sizeof table);
  cudaMalloc(&dAt, sizeof at);
  cudaMalloc(&dOut, sizeof out);
  cudaMemcpy(dTable, table, sizeof table, cudaMemcpyHostToDevice);
  cudaMemcpy(dAt, at, sizeof at, cudaMemcpyHostToDevice);
  noise<<<1, 64>>>(dTable, dAt, dOut, n);
  const cudaError_t error = cudaMemcpy(out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%s %g %g\n", cudaGetErrorString(error), out[0], out[18]);
  cudaFree(dTable);
  cudaFree(dAt);
  cudaFree(dOut);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
