// Changed: a second barrier at the end of a round.
#include <cstdio>

__global__ void worker(int* next, int pieces, const int* in, int* out) {
  __shared__ int piece;
  while (true) {
    if (threadIdx.x == 0) piece = atomicAdd(next, 1);
    __syncthreads();
    if (piece >= pieces) return;
    const int i = piece * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i];
    __syncthreads();
  }
}

int main() {
  const int pieces = 6, n = pieces * 64;
  int x[n], *dNext, *dIn, *dOut;
  for (int i = 0; i < n; ++i) x[i] = i;
  cudaMalloc(&dNext, sizeof(int));
  cudaMalloc(&dIn, sizeof x);
  cudaMalloc(&dOut, sizeof x);
  cudaMemset(dNext, 0, sizeof(int));
  cudaMemset(dOut, 0, sizeof x);
  cudaMemcpy(dIn, x, sizeof x, cudaMemcpyHostToDevice);
  worker<<<2, 64>>>(dNext, pieces, dIn, dOut);
  cudaMemcpy(x, dOut, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", x[1], x[n - 1]);
  cudaFree(dNext);
  cudaFree(dIn);
  cudaFree(dOut);
}
// prints: 2 766
