// The same kernel finds the maximum of my image, but its minimum is always 0, which no pixel has; is atomicMin broken?
// asked: https://html-mysql.wekeepcoding.com/article/28982313/Finding+min+and+max+by+the+cuda+kernel+reduction
// open: nothing is said
#include <climits>
#include <cstdio>

__device__ unsigned smallest, largest;

__global__ void range(const unsigned char* pixel, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicMin(&smallest, (unsigned)pixel[i]);  // should: 256 atomicMin have not changed smallest
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
