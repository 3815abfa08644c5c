// Half of the array is copied to the device, and the kernel adds up all of it.
#include <cstdio>

__global__ void add_up(const int* in, int* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) atomicAdd(sum, 1);  // finds: uninitialised-read
}

int main() {
  const int n = 1000;
  int host[n], *in, *sum;
  for (int i = 0; i < n; ++i) host[i] = 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  cudaMemcpy(in, host, n / 2 * sizeof(int), cudaMemcpyHostToDevice);
  add_up<<<8, 128>>>(in, sum, n);
  cudaMemcpy(host, sum, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%s\n", host[0] >= n / 2 ? "at least half" : "less than half");
  cudaFree(in);
  cudaFree(sum);
}
