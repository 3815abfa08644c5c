// The division is rounded up in integers.
#include <cstdio>

__global__ void triple(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 3 * in[i];
}

int main() {
  const int n = 1000, threads = 256;
  int host[n], *in, *out;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  const int blocks = (n + threads - 1) / threads;
  triple<<<blocks, threads>>>(in, out, n);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[1], host[999]);
  cudaFree(in);
  cudaFree(out);
}
// prints: 3 2997
