// Kernels of two streams and copies of rows write an array part by part; what nothing has written is neither read nor copied.
#include <cstdio>

__global__ void fill(float* x, int first, int n, float value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[first + i] = value;
}

__global__ void add_up(const float* x, int n, float* sum) {
  float all = 0;
  for (int i = 0; i < n; ++i) all += x[i];
  *sum = all;
}

int main() {
  const int n = 1024, used = 600;
  float host[n] = {}, *x, *sum, *rows;
  size_t pitch;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&sum, sizeof(float));
  fill<<<1, 256, 0, first>>>(x, 0, 200, 1);
  fill<<<1, 256, 0, second>>>(x, 200, 200, 2);
  cudaDeviceSynchronize();
  for (int i = 0; i < 200; ++i) host[i] = 3;
  cudaMemcpy(x + 400, host, 200 * sizeof(float), cudaMemcpyHostToDevice);
  add_up<<<1, 1>>>(x, used, sum);
  cudaMemcpy(host, sum, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%.0f\n", host[0]);
  cudaMemcpy(host, x, used * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%.0f %.0f %.0f\n", host[0], host[399], host[599]);

  cudaMallocPitch(&rows, &pitch, 10 * sizeof(float), 4);
  cudaMemcpy2D(rows, pitch, host, 10 * sizeof(float), 10 * sizeof(float), 4, cudaMemcpyHostToDevice);
  char* whole = new char[4 * pitch];
  cudaMemcpy(whole, rows, 4 * pitch, cudaMemcpyDeviceToHost);
  std::printf("%.0f\n", *reinterpret_cast<float*>(whole + 3 * pitch));
  delete[] whole;
  cudaFree(x);
  cudaFree(sum);
  cudaFree(rows);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
}
