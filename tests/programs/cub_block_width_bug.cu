// A collective of CUB made for blocks of 256 threads, in blocks of 128; before it, one of the right width.
// needs: toolkit
#include <cstdio>
#include <cub/block/block_reduce.cuh>

template <int width>
using Reduce = cub::BlockReduce<int, width>;

__global__ void right(const int* in, int* out) {
  __shared__ typename Reduce<128>::TempStorage storage;
  const int value = in[threadIdx.x];
  const int total = Reduce<128>(storage).Sum(value);
  if (threadIdx.x == 0) out[0] = total;
}

__global__ void wrong(const int* in, int* out) {
  __shared__ typename Reduce<256>::TempStorage storage;
  const int value = in[threadIdx.x];
  const int total = Reduce<256>(storage).Sum(value);  // finds: uninitialised-read: blocks are 256 threads wide, but
  if (threadIdx.x == 0) out[1] = total;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 128 * sizeof(int));
  cudaMallocManaged(&out, 2 * sizeof(int));
  for (int i = 0; i < 128; ++i) in[i] = 1;
  right<<<1, 128>>>(in, out);
  wrong<<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
  std::printf("%d\n", out[0]);
  cudaFree(in);
  cudaFree(out);
}
