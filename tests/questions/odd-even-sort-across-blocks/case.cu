// My odd-even sort is right for 64 numbers and fails for 256, although all threads meet at __syncthreads() after every phase; what is different with four blocks?
// asked: https://github.com/AndreasMadsen/course-02456-sparsemax/pull/11
#include <cstdio>

__global__ void sortAll(int* x, int n) {
  const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int phase = 0; phase < n; ++phase) {
    const int a = i + phase % 2;
    if (a + 1 < n && x[a] > x[a + 1]) {
      const int big = x[a];
      // finds twice
      x[a] = x[a + 1];  // finds: data-race: __syncthreads is for the threads of one: what a block writes, others can read in a later launch
      x[a + 1] = big;  // finds: data-race: __syncthreads is for the threads of one: what a block writes, others can read in a later launch
    }
    __syncthreads();
  }
}

int main() {
  const int n = 128;
  int x[n], *dX;
  for (int i = 0; i < n; ++i) x[i] = n - i;
  cudaMalloc(&dX, sizeof x);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  sortAll<<<2, 32>>>(dX, n);
  cudaMemcpy(x, dX, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", x[0], x[63], x[127]);
  cudaFree(dX);
}
