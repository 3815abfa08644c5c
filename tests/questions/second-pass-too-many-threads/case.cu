// I reduce in two launches of the same kernel; why is the total wrong as soon as I have fewer blocks than threads in a block?
// asked: https://github.com/CoffeeBeforeArch/cuda_programming/issues/12
#include <cstdio>

__global__ void sum(const int* in, int* out) {
  extern __shared__ int part[];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * blockDim.x + t];  // finds: uninitialised-read: Only 64 of the 4,096 bytes of dPartial were written before this launch, the last by kernel sum
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

int main() {
  const int n = 1024, threads = 64, blocks = n / threads;
  int x[n], total, *dX, *dPartial;
  for (int& v : x) v = 1;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dPartial, n * sizeof(int));
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  sum<<<blocks, threads, threads * sizeof(int)>>>(dX, dPartial);
  sum<<<1, threads, threads * sizeof(int)>>>(dPartial, dPartial);
  cudaMemcpy(&total, dPartial, sizeof total, cudaMemcpyDeviceToHost);
  std::printf("%d\n", total);
  cudaFree(dX);
  cudaFree(dPartial);
}
