// Changed: a barrier between counting and merging.
#include <cstdio>

__global__ void letters(const char* text, int n, unsigned* bins) {
  __shared__ unsigned own[32];
  if (threadIdx.x < 32) own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&own[text[i] - 'a'], 1u);
  __syncthreads();
  if (threadIdx.x < 26) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

int main() {
  const int n = 1300;
  static char text[n];
  for (int i = 0; i < n; ++i) text[i] = 'a' + i % 26;
  char* dText;
  unsigned bins[26], *dBins;
  cudaMalloc(&dText, n);
  cudaMalloc(&dBins, sizeof bins);
  cudaMemcpy(dText, text, n, cudaMemcpyHostToDevice);
  cudaMemset(dBins, 0, sizeof bins);
  letters<<<2, 96>>>(dText, n, dBins);
  cudaMemcpy(bins, dBins, sizeof bins, cudaMemcpyDeviceToHost);
  std::printf("%u %u\n", bins[0], bins[25]);
  cudaFree(dText);
  cudaFree(dBins);
}
// prints: 50 50
