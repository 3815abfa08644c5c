// I pin my array with cudaHostRegister, and the asynchronous copy of it fails with invalid argument.
// asked: https://github.com/inducer/pycuda/pull/82
#include <cstdio>
#include <vector>

__global__ void increment(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) ++x[i];
}

int main() {
  const int n = 2048;
  std::vector<int> host(n, 6);
  int* x;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&x, n * sizeof(int));
  cudaHostRegister(host.data(), host.size(), cudaHostRegisterDefault);
  cudaMemcpyAsync(x, host.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream);  // finds: out-of-bounds: pinned 2,048
  increment<<<8, 256, 0, stream>>>(x, n);
  cudaMemcpyAsync(host.data(), x, n * sizeof(int), cudaMemcpyDeviceToHost, stream);  // finds: out-of-bounds: pinned 2,048
  cudaStreamSynchronize(stream);
  std::printf("%d\n", host[2047]);
  cudaHostUnregister(host.data());
  cudaFree(x);
  cudaStreamDestroy(stream);
}
