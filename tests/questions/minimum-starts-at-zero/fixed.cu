// Changed: the minimum starts at the largest number.
#include <climits>
#include <cstdio>

__device__ unsigned smallest = UINT_MAX, largest;

__global__ void range(const unsigned char* pixel, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicMin(&smallest, (unsigned)pixel[i]);
  atomicMax(&largest, (unsigned)pixel[i]);
}

int main() {
  const int n = 256;
  unsigned char pixel[n], *d;
  unsigned low, high;
  for (int i = 0; i < n; ++i) pixel[i] = 10 + i % 190;
  cudaMalloc(&d, n);
  cudaMemcpy(d, pixel, n, cudaMemcpyHostToDevice);
  range<<<2, 128>>>(d, n);
  cudaMemcpyFromSymbol(&low, smallest, sizeof low);
  cudaMemcpyFromSymbol(&high, largest, sizeof high);
  std::printf("%u %u\n", low, high);
  cudaFree(d);
}
// prints: 10 199
