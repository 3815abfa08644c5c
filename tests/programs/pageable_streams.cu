// Copies in streams that cannot overlap, as the host's memory is pageable; those of pinned memory can.
#include <cstdio>
#include <cstdlib>

__global__ void twice(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

int main() {
  const int n = 1 << 12, parts = 4, m = n / parts;
  float *pageable = (float*)malloc(n * sizeof(float)), *pinned, *d_x;
  cudaStream_t streams[parts];
  cudaMallocHost(&pinned, n * sizeof(float));
  cudaMalloc(&d_x, n * sizeof(float));
  for (int i = 0; i < n; ++i) pageable[i] = i;
  for (int k = 0; k < parts; ++k) cudaStreamCreate(&streams[k]);
  for (int k = 0; k < parts; ++k) {
    cudaMemcpyAsync(d_x + k * m, pageable + k * m, m * sizeof(float), cudaMemcpyHostToDevice, streams[k]);  // notes: pageable-copy
    twice<<<m / 256, 256, 0, streams[k]>>>(d_x + k * m, m);
    cudaMemcpyAsync(pinned + k * m, d_x + k * m, m * sizeof(float), cudaMemcpyDeviceToHost, streams[k]);
  }
  cudaDeviceSynchronize();
  std::printf("%g\n", pinned[n - 1]);
  for (int k = 0; k < parts; ++k) cudaStreamDestroy(streams[k]);
  cudaFree(d_x);
  cudaFreeHost(pinned);
  free(pageable);
}
