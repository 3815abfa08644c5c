// Each block merges several pairs of sorted runs by way of a shared tile; with one pair a block it is right, with more the runs contain elements of the next pair?
// asked: https://github.com/NVIDIA/thrust/issues/327
// open: "no barrier stands between them"; with clang another finding at the line of the barrier
#include <cstdio>

const int RUN = 32;

__global__ void mergePairs(const int* in, int* out, int pairs) {
  __shared__ int tile[2 * RUN];
  const int t = threadIdx.x;
  for (int p = blockIdx.x; p < pairs; p += gridDim.x) {
    tile[t] = in[p * 2 * RUN + t];  // finds: data-race: the next round of the loop
    __syncthreads();
    const int* other = t < RUN ? tile + RUN : tile;
    int before = 0;
    while (before < RUN && (t < RUN ? other[before] < tile[t] : other[before] <= tile[t])) ++before;
    out[p * 2 * RUN + t % RUN + before] = tile[t];
  }
}

int main() {
  const int pairs = 4, n = pairs * 2 * RUN;
  int x[n], *dIn, *dOut;
  for (int i = 0; i < n; ++i) x[i] = i % (2 * RUN) < RUN ? 2 * (i % RUN) : 2 * (i % RUN) + 1;
  cudaMalloc(&dIn, sizeof x);
  cudaMalloc(&dOut, sizeof x);
  cudaMemset(dOut, 0, sizeof x);
  cudaMemcpy(dIn, x, sizeof x, cudaMemcpyHostToDevice);
  mergePairs<<<2, 2 * RUN>>>(dIn, dOut, pairs);
  cudaMemcpy(x, dOut, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", x[0], x[63], x[n - 1]);
  cudaFree(dIn);
  cudaFree(dOut);
}
