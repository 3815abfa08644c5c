// My kernel works for growing sizes only if I start with the largest one.
// asked: https://github.com/dropbox/gemlite/pull/2
#include <cstdio>

__global__ void rotate(int* x) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = x[threadIdx.x];  // finds: out-of-bounds: 'tile' is as large as the launch's dynamic shared memory, 128 bytes
  __syncthreads();
  x[threadIdx.x] = tile[(threadIdx.x + 1) % blockDim.x];
}

void rotate_on_gpu(int* x, int n) {
  static const size_t bytes = n * sizeof(int);
  rotate<<<1, n, bytes>>>(x);
}

int main() {
  int host[256], *x;
  for (int i = 0; i < 256; ++i) host[i] = i;
  cudaMalloc(&x, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  for (int n = 32; n <= 256; n *= 2) rotate_on_gpu(x, n);
  const cudaError_t error = cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;  // exits: 1
  }
  std::printf("%d %d\n", host[0], host[255]);
  cudaFree(x);
}
