// A block has at most 1,024 threads, so that the tile has a side of 32.
#include <cstdio>

#define SIDE 32

__global__ void turn(const int* in, int* out) {
  out[threadIdx.x * SIDE + threadIdx.y] = in[threadIdx.y * SIDE + threadIdx.x];
}

int main() {
  static int host[SIDE * SIDE];
  int *in, *out;
  for (int i = 0; i < SIDE * SIDE; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof host);
  turn<<<1, dim3(SIDE, SIDE)>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[1], host[SIDE]);
  cudaFree(in);
  cudaFree(out);
}
// prints: 32 1
