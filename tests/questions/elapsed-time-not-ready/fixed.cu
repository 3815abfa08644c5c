// The program waits for the second event before it asks for the time between them.
#include <cstdio>

__global__ void work(float* x) {
  for (int i = 0; i < 200; ++i) x[threadIdx.x] = x[threadIdx.x] * 0.5f + 1;
}

int main() {
  float *x, time = -1;
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaMalloc(&x, 128 * sizeof(float));
  cudaMemset(x, 0, 128 * sizeof(float));
  cudaEventRecord(start);
  work<<<1, 128>>>(x);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&time, start, stop);
  std::printf("%s\n", time > 0 ? "took some time" : "took no time");
  cudaDeviceSynchronize();
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFree(x);
}
// prints: took some time
