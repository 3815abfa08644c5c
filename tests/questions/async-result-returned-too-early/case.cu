// My helper that reads one value back from the GPU returns an old value every now and then.
// asked: https://github.com/NVIDIA/cudf/issues/2755
#include <cstdio>

__global__ void squares(int* x) { x[threadIdx.x] = threadIdx.x * threadIdx.x; }

int* landing;

int value_at(const int* d_x, int i, cudaStream_t stream) {
  cudaMemcpyAsync(landing, d_x + i, sizeof(int), cudaMemcpyDeviceToHost, stream);
  return *landing;  // finds: unordered-streams: while cudaMemcpyAsync may still write it
}

int main() {
  int* d_x;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocHost(&landing, sizeof(int));
  cudaMalloc(&d_x, 64 * sizeof(int));
  *landing = 0;
  squares<<<1, 64, 0, stream>>>(d_x);
  const int value = value_at(d_x, 12, stream);
  cudaStreamSynchronize(stream);
  std::printf("%d\n", value);
  cudaFree(d_x);
  cudaFreeHost(landing);
  cudaStreamDestroy(stream);
}
