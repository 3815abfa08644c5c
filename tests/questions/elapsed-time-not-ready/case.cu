// cudaEventElapsedTime always gives me the value that the variable had before.
// asked: https://github.com/cupy/cupy/issues/5678
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
  cudaEventElapsedTime(&time, start, stop);  // finds: unchecked-error: cudaErrorNotReady
  std::printf("%s\n", time > 0 ? "took some time" : "took no time");
  cudaDeviceSynchronize();
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFree(x);
}
