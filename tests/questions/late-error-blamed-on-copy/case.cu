// cudaMemcpy fails with illegal memory access, although both pointers and the size of the copy are right.
// asked: https://github.com/alpaka-group/alpaka/pull/75
#include <cstdio>

__global__ void square(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = in[i] * in[i];  // finds: out-of-bounds: element 300 of in, 1 past its end (300 elements)
}

int main() {
  const int n = 300;
  int host[n], *in, *out;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  square<<<3, 128>>>(in, out, n);
  const cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("cudaMemcpy: %s\n", cudaGetErrorString(error));
    return 1;  // exits: 1
  }
  std::printf("%d\n", host[299]);
  cudaFree(in);
  cudaFree(out);
}
