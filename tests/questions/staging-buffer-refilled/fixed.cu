// The host waits for the copy before it fills the buffer again.
#include <cstdio>

__global__ void add_up(const int* x, int n, int* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, x[i]);
}

int main() {
  const int piece = 128, pieces = 4, n = piece * pieces;
  int *stage, *x, *sum, result;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocHost(&stage, piece * sizeof(int));
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemsetAsync(sum, 0, sizeof(int), stream);
  for (int p = 0; p < pieces; ++p) {
    for (int i = 0; i < piece; ++i) stage[i] = p;
    cudaMemcpyAsync(x + p * piece, stage, piece * sizeof(int), cudaMemcpyHostToDevice, stream);
    cudaStreamSynchronize(stream);
  }
  add_up<<<4, 128, 0, stream>>>(x, n, sum);
  cudaStreamSynchronize(stream);
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
  cudaFreeHost(stage);
  cudaFree(x);
  cudaFree(sum);
  cudaStreamDestroy(stream);
}
// prints: 768
