// I check that the left neighbour exists, i - 1 >= 0, and thread 0 still reads an illegal address.
// asked: https://github.com/csarofeen/pytorch/pull/1045
#include <cstdio>

__global__ void smooth(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = in[i];
  if (i - 1 >= 0) sum += in[i - 1];  // finds: out-of-bounds: its index is computed in 32 bits, where 0 - 1 = -1
  out[i] = sum;
}

int main() {
  const int n = 200;
  float host[n], *in, *out;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  smooth<<<2, 128>>>(in, out, n);
  const cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;  // exits: 1
  }
  std::printf("%g %g\n", host[0], host[199]);
  cudaFree(in);
  cudaFree(out);
}
