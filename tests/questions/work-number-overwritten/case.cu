// My blocks fetch their work from a global counter, thread 0 passes the number on in shared memory, and still some threads do a piece twice and leave out another; I do have a barrier?
// asked: https://github.com/arrayfire/arrayfire/issues/1313
// open: "no barrier stands between them: one update can be lost"
#include <cstdio>

__global__ void worker(int* next, int pieces, const int* in, int* out) {
  __shared__ int piece;
  while (true) {
    if (threadIdx.x == 0) piece = atomicAdd(next, 1);  // finds: data-race: the next round of the loop
    __syncthreads();
    if (piece >= pieces) return;
    const int i = piece * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i];
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
