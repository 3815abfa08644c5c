// I count how many labels occur: a thread whose label was seen leaves, the others use atomicAdd; the count is sometimes too high, though the add is atomic?
// asked: https://github.com/IntelPython/numba-dpex/issues/832
#include <cstdio>

__global__ void kinds(const int* label, int n, int* seen, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (seen[label[i]] > 0) return;  // finds: data-race: an atomic is safe only from other atomics
  atomicAdd(&seen[label[i]], 1);
  atomicAdd(count, 1);
}

int main() {
  const int n = 256, labels = 10;
  int label[n], count = 0, *dLabel, *dSeen, *dCount;
  for (int i = 0; i < n; ++i) label[i] = i % labels;
  cudaMalloc(&dLabel, sizeof label);
  cudaMalloc(&dSeen, labels * sizeof(int));
  cudaMalloc(&dCount, sizeof count);
  cudaMemcpy(dLabel, label, sizeof label, cudaMemcpyHostToDevice);
  cudaMemset(dSeen, 0, labels * sizeof(int));
  cudaMemset(dCount, 0, sizeof count);
  kinds<<<2, 128>>>(dLabel, n, dSeen, dCount);
  cudaMemcpy(&count, dCount, sizeof count, cudaMemcpyDeviceToHost);
  std::printf("%d\n", count);
  cudaFree(dLabel);
  cudaFree(dSeen);
  cudaFree(dCount);
}
