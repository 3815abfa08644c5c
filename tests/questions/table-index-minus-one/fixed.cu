// Changed: the remainder is made positive, as -1 % 8 is -1.
#include <cstdio>

__global__ void noise(const float* table, const float* at, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int cell = floorf(at[i]);
  const float part = at[i] - cell;
  const float a = table[(cell % 8 + 8) % 8], b = table[((cell + 1) % 8 + 8) % 8];
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
  return error == cudaSuccess ? 0 : 1;
}
// prints: no error 4 0.5
