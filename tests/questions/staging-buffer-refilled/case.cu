// I upload my data in pieces through one pinned buffer, and some pieces arrive with the contents of the next.
// asked: https://github.com/NVIDIA/cudf/issues/22284
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
    for (int i = 0; i < piece; ++i) stage[i] = p;  // finds: unordered-streams: the host uses stage while cudaMemcpyAsync may still read it
    cudaMemcpyAsync(x + p * piece, stage, piece * sizeof(int), cudaMemcpyHostToDevice, stream);
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
