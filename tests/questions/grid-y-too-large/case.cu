// One block per row works for 60000 rows, but for 70000 none is processed.
// asked: https://github.com/pmodels/yaksa/pull/41
#include <cstdio>
#include <cstdlib>

__global__ void lengths(int* length) { length[blockIdx.y] = blockIdx.y % 100; }

int main() {
  const int rows = 70000;
  int* host = static_cast<int*>(std::calloc(rows, sizeof(int)));
  int* length;
  cudaMalloc(&length, rows * sizeof(int));
  cudaMemset(length, 0, rows * sizeof(int));
  lengths<<<dim3(1, rows), 1>>>(length);  // finds: unchecked-error: grid y is 70,000; CUDA allows at most 65,535
  cudaMemcpy(host, length, rows * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[69999]);
  cudaFree(length);
  std::free(host);
}
