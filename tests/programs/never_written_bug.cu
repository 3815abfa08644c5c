// The kernel writes its result to the input, and the output is copied back.
#include <cstdio>

__global__ void square(int* in, int* out) { in[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x]; }

int main() {
  int host[32], *in, *out;
  for (int i = 0; i < 32; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  square<<<1, 32>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);  // finds: uninitialised-copy
  std::printf("done\n");
  cudaFree(in);
  cudaFree(out);
}
