// I declare two extern shared arrays and give room for both, but writing to one changes the other.
// asked: https://github.com/omlins/ParallelStencil.jl/pull/81
#include <cstdio>

__global__ void combine(const int* a, const int* b, int* out) {
  extern __shared__ int left[];
  extern __shared__ int right[];
  const int i = threadIdx.x, n = blockDim.x;
  left[i] = a[i];
  right[i] = b[i];  // notes: overlapping-arrays
  __syncthreads();
  out[i] = left[n - 1 - i] + right[n - 1 - i];
}

int main() {
  const int n = 64;
  int x[n], y[n], *a, *b, *out;
  for (int i = 0; i < n; ++i) x[i] = i, y[i] = 1000;
  cudaMalloc(&a, sizeof x);
  cudaMalloc(&b, sizeof x);
  cudaMalloc(&out, sizeof x);
  cudaMemcpy(a, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemcpy(b, y, sizeof x, cudaMemcpyHostToDevice);
  combine<<<1, n, 2 * n * sizeof(int)>>>(a, b, out);
  cudaMemcpy(x, out, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%d\n", x[0]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(out);
}
