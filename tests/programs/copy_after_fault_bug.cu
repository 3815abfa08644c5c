// The kernel fails before it has written its result: that the copy behind it fails, too, is no other defect.
#include <cstdio>

__global__ void square(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x + 1000] * in[threadIdx.x + 1000];  // finds: out-of-bounds
}

int main() {
  int host[32], *in, *out;
  for (int i = 0; i < 32; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  square<<<1, 32>>>(in, out);
  if (cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) {
    std::printf("failed\n");
    return 1;  // exits: 1
  }
  std::printf("done\n");
}
