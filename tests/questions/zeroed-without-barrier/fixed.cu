// Changed: a barrier between setting to 0 and counting.
#include <cstdio>

__global__ void histogram(const unsigned char* pixel, int n, int* bins) {
  __shared__ int own[64];
  if (threadIdx.x < 64) own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&own[pixel[i] / 4], 1);
  __syncthreads();
  if (threadIdx.x < 64) bins[threadIdx.x] = own[threadIdx.x];
}

int main() {
  const int n = 2048;
  static unsigned char pixel[n];
  for (int i = 0; i < n; ++i) pixel[i] = i % 256;
  unsigned char* dPixel;
  int bins[64], *dBins;
  cudaMalloc(&dPixel, n);
  cudaMalloc(&dBins, sizeof bins);
  cudaMemcpy(dPixel, pixel, n, cudaMemcpyHostToDevice);
  histogram<<<1, 128>>>(dPixel, n, dBins);
  cudaMemcpy(bins, dBins, sizeof bins, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", bins[0], bins[63]);
  cudaFree(dPixel);
  cudaFree(dBins);
}
// prints: 32 32
