// I let the second stream wait for an event of the first, and it does not wait.
// asked: https://github.com/sgl-project/sglang/pull/14214
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
  cudaStreamWaitEvent(second, ready, 0);
  produce<<<1, 128, 0, first>>>(x);
  cudaEventRecord(ready, first);
  consume<<<1, 128, 0, second>>>(x, y);  // finds: unordered-streams: waited for an event before that was recorded, and such a wait ends at once
  cudaStreamSynchronize(second);
  cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[127]);
  cudaFree(x);
  cudaFree(y);
  cudaEventDestroy(ready);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
}
