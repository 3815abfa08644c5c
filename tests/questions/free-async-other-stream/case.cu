// Since I free my temporary buffer with cudaFreeAsync the results are sometimes wrong.
// asked: https://github.com/supranational/sppark/pull/81
// open: nothing
#include <cstdio>

__global__ void prepare(int* temporary) { temporary[threadIdx.x] = threadIdx.x + 1; }
__global__ void finish(const int* temporary, int* result) { result[threadIdx.x] = 10 * temporary[threadIdx.x]; }

int main() {
  int host[64], *temporary, *result;
  cudaStream_t work, cleanup;
  cudaStreamCreate(&work);
  cudaStreamCreate(&cleanup);
  cudaMalloc(&result, sizeof host);
  cudaMallocAsync(&temporary, sizeof host, work);
  prepare<<<1, 64, 0, work>>>(temporary);
  finish<<<1, 64, 0, work>>>(temporary, result);
  cudaFreeAsync(temporary, cleanup);  // finds: unordered-streams: cudaFreeAsync
  cudaStreamSynchronize(work);
  cudaMemcpy(host, result, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[63]);
  cudaFree(result);
  cudaStreamDestroy(work);
  cudaStreamDestroy(cleanup);
}
