// Two producers and a consumer in three streams, ordered by events alone; the host waits once, at the end.
#include <cstdio>

__global__ void produce(int* out, int factor) { out[threadIdx.x] = factor * threadIdx.x; }
__global__ void consume(const int* a, const int* b, int* sum) { sum[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }

int main() {
  const int n = 64, rounds = 3;
  int *a, *b, *sums, *result;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&sums, n * sizeof(int));
  cudaHostAlloc((void**)&result, rounds * n * sizeof(int), cudaHostAllocDefault);
  cudaStream_t first, second, third;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&third, cudaStreamNonBlocking);
  cudaEvent_t a_ready, b_ready, used;
  cudaEventCreateWithFlags(&a_ready, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&b_ready, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&used, cudaEventDisableTiming);
  for (int round = 0; round < rounds; ++round) {
    if (round > 0) {  // the buffers are free again
      cudaStreamWaitEvent(first, used, 0);
      cudaStreamWaitEvent(second, used, 0);
    }
    produce<<<1, n, 0, first>>>(a, round + 1);
    cudaEventRecord(a_ready, first);
    produce<<<1, n, 0, second>>>(b, 10 * (round + 1));
    cudaEventRecord(b_ready, second);
    cudaStreamWaitEvent(third, a_ready, 0);
    cudaStreamWaitEvent(third, b_ready, 0);
    consume<<<1, n, 0, third>>>(a, b, sums);
    cudaEventRecord(used, third);
    cudaMemcpyAsync(result + round * n, sums, n * sizeof(int), cudaMemcpyDeviceToHost, third);
  }
  cudaStreamSynchronize(third);
  for (int round = 0; round < rounds; ++round) printf("round %d: 63 -> %d\n", round, result[round * n + 63]);
  printf("everything done: %s\n", cudaStreamQuery(first) == cudaSuccess && cudaEventQuery(used) == cudaSuccess ? "yes" : "no");
  cudaEventDestroy(a_ready);
  cudaEventDestroy(b_ready);
  cudaEventDestroy(used);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaStreamDestroy(third);
  cudaFree(a);
  cudaFree(b);
  cudaFree(sums);
  cudaFreeHost(result);
}
