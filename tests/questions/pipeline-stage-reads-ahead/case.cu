// I chain filters, one thread each, and hand values on by shared memory with a barrier in each round; why does a stage sometimes see the new value of its left neighbour?
// asked: https://github.com/ORNL/HeCBench/issues/256
#include <cstdio>

__global__ void chain(const int* in, int* out, int rounds) {
  __shared__ int passed[64];
  const int t = threadIdx.x;
  passed[t] = 0;
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    const int got = t == 0 ? in[r] : passed[t - 1];  // finds: data-race: no barrier
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
