// Changed: a second barrier between the read and the write of a round.
#include <cstdio>

__global__ void chain(const int* in, int* out, int rounds) {
  __shared__ int passed[64];
  const int t = threadIdx.x;
  passed[t] = 0;
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    const int got = t == 0 ? in[r] : passed[t - 1];
    __syncthreads();
    passed[t] = got + 1;
    __syncthreads();
  }
  out[t] = passed[t];
}

int main() {
  const int rounds = 80;
  int in[rounds], out[64], *dIn, *dOut;
  for (int i = 0; i < rounds; ++i) in[i] = 1000 * i;
  cudaMalloc(&dIn, sizeof in);
  cudaMalloc(&dOut, sizeof out);
  cudaMemcpy(dIn, in, sizeof in, cudaMemcpyHostToDevice);
  chain<<<1, 64>>>(dIn, dOut, rounds);
  cudaMemcpy(out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", out[0], out[63]);
  cudaFree(dIn);
  cudaFree(dOut);
}
// prints: 79001 16064
