// The last element is n - 1.
#include <cstdio>

__global__ void square(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
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
    return 1;
  }
  std::printf("%d\n", host[299]);
  cudaFree(in);
  cudaFree(out);
}
// prints: 89401
