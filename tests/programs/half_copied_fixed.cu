// Half of the array is copied to the device, and another kernel writes the rest before all of it is read.
#include <cstdio>

__global__ void add_up(const int* in, int* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) atomicAdd(sum, 1);
}

__global__ void fill(int* out, int first, int n) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 1;
}

int main() {
  const int n = 1000;
  int host[n], *in, *sum;
  for (int i = 0; i < n; ++i) host[i] = 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  cudaMemcpy(in, host, n / 2 * sizeof(int), cudaMemcpyHostToDevice);
  fill<<<4, 128>>>(in, n / 2, n);
  add_up<<<8, 128>>>(in, sum, n);
  cudaMemcpy(host, sum, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[0]);
  cudaFree(in);
  cudaFree(sum);
}
