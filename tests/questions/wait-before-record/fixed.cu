// The event is recorded before the other stream is told to wait for it.
#include <cstdio>

__global__ void produce(int* x) { x[threadIdx.x] = threadIdx.x; }
__global__ void consume(const int* x, int* y) { y[threadIdx.x] = 2 * x[threadIdx.x]; }

int main() {
  int host[128], *x, *y;
  cudaStream_t first, second;
  cudaEvent_t ready;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEventCreate(&ready);
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&y, sizeof host);
  produce<<<1, 128, 0, first>>>(x);
  cudaEventRecord(ready, first);
  cudaStreamWaitEvent(second, ready, 0);
  consume<<<1, 128, 0, second>>>(x, y);
  cudaStreamSynchronize(second);
  cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[127]);
  cudaFree(x);
  cudaFree(y);
  cudaEventDestroy(ready);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
}
// prints: 254
