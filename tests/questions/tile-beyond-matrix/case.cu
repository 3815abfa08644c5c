// The tiled product of the samples is right for 64 x 64, and for 50 x 50 I get an illegal address; do I have to pad my matrices?
// asked: https://github.com/NVIDIA/cuda-samples/issues/411
// open: element 3,116 is 617 past the end
#include <cstdio>

const int T = 16;

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float ta[T][T], tb[T][T];
  const int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * T + x, row = blockIdx.y * T + y;
  float sum = 0;
  for (int k = 0; k < n; k += T) {
    ta[y][x] = a[row * n + k + x];
    tb[y][x] = b[(k + y) * n + col];  // finds: out-of-bounds: n is 50
    __syncthreads();
    for (int i = 0; i < T; ++i) sum += ta[y][i] * tb[i][x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

int main() {
  const int n = 50;
  static float a[n * n], b[n * n], c[n * n];
  for (int i = 0; i < n * n; ++i) { a[i] = 1; b[i] = i % n; }
  float *dA, *dB, *dC;
  cudaMalloc(&dA, sizeof a);
  cudaMalloc(&dB, sizeof b);
  cudaMalloc(&dC, sizeof c);
  cudaMemcpy(dA, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(dB, b, sizeof b, cudaMemcpyHostToDevice);
  multiply<<<dim3(4, 4), dim3(T, T)>>>(dA, dB, dC, n);
  const cudaError_t error = cudaMemcpy(c, dC, sizeof c, cudaMemcpyDeviceToHost);
  std::printf("%s %g %g\n", cudaGetErrorString(error), c[1], c[n * n - 1]);
  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dC);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
