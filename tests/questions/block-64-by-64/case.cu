// My transpose works with tiles of 32 x 32, with tiles of 64 x 64 the result is all zeros.
// asked: https://github.com/xcompact3d/x3d2/issues/51
#include <cstdio>

#define SIDE 64

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
  turn<<<1, dim3(SIDE, SIDE)>>>(in, out);  // finds: unchecked-error: block 64 × 64 is 4,096 threads; a block has at most 1,024
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[1], host[SIDE]);
  cudaFree(in);
  cudaFree(out);
}
