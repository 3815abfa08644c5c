// cudaMemset is given the size in bytes.
#include <cstdio>

__global__ void count(int* bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[i % 40], 1);
}

int main() {
  const int n = 400, kinds = 40;
  int bins[kinds], *d_bins;
  cudaMalloc(&d_bins, kinds * sizeof(int));
  cudaMemset(d_bins, 0, kinds * sizeof(int));
  count<<<4, 128>>>(d_bins, n);
  cudaMemcpy(bins, d_bins, kinds * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", bins[0], bins[39]);
  cudaFree(d_bins);
}
// prints: 10 10
