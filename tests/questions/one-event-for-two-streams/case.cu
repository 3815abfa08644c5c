// The third stream waits for an event that I record in both others, but it only waits for one of them.
// asked: https://github.com/torch/cutorch/pull/222
#include <cstdio>

__global__ void fill(int* x, int value) { x[threadIdx.x] = value; }
__global__ void add(const int* a, const int* b, int* c) { c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }

int main() {
  int host[64], *a, *b, *c;
  cudaStream_t left, right, last;
  cudaEvent_t done;
  cudaStreamCreate(&left);
  cudaStreamCreate(&right);
  cudaStreamCreate(&last);
  cudaEventCreate(&done);
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  cudaMalloc(&c, sizeof host);
  fill<<<1, 64, 0, left>>>(a, 30);
  cudaEventRecord(done, left);
  fill<<<1, 64, 0, right>>>(b, 4);
  cudaEventRecord(done, right);
  cudaStreamWaitEvent(last, done, 0);
  add<<<1, 64, 0, last>>>(a, b, c);  // finds: unordered-streams: was recorded again in between, and a wait is for the last recording only
  cudaStreamSynchronize(last);
  cudaMemcpy(host, c, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[10]);
  for (int* each : {a, b, c}) cudaFree(each);
  for (cudaStream_t each : {left, right, last}) cudaStreamDestroy(each);
  cudaEventDestroy(done);
}
