// The grid has as many whole blocks as fit into n: nobody computes the last elements, which are copied back all the same.
#include <cstdio>

__global__ void square(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}

int main() {
  const int n = 1000;
  int host[n], *in, *out;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  square<<<n / 128, 128>>>(in, out, n);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);  // finds: uninitialised-copy: kernel square wrote the others, launched as 7 blocks of 128 threads
  std::printf("%d\n", host[895]);
  cudaFree(in);
  cudaFree(out);
}
