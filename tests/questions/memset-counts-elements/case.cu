// The first bins of my histogram are right, the later ones start from garbage although I clear them.
// asked: https://github.com/jkjung-avt/tensorrt_demos/pull/185
#include <cstdio>

__global__ void count(int* bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[i % 40], 1);  // finds: uninitialised-read: Only 40 of the 160 bytes of d_bins were written before this launch, the last by cudaMemset
}

int main() {
  const int n = 400, kinds = 40;
  int bins[kinds], *d_bins;
  cudaMalloc(&d_bins, kinds * sizeof(int));
  cudaMemset(d_bins, 0, kinds);
  count<<<4, 128>>>(d_bins, n);
  cudaMemcpy(bins, d_bins, kinds * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", bins[0], bins[39]);
  cudaFree(d_bins);
}
