// Managed variables of every kind, and their addresses as a kernel's arguments.
#include <cstdio>

struct Counter {
  int hits;
  double weight;
};

__managed__ int answer = 41;
__device__ __managed__ float values[256];
static __managed__ Counter counter = {2, 0.5};
__managed__ int* list;

__global__ void fill(float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = 0.25f * i;
}

__global__ void use() {
  if (threadIdx.x == 0) {
    ++answer;
    counter.hits += 3;
    counter.weight *= values[100];
  }
  list[threadIdx.x] = answer > 0 ? (int)threadIdx.x * 2 : -1;
}

int main() {
  cudaMallocManaged(&list, 32 * sizeof(int));
  fill<<<2, 128>>>(values, 256);
  cudaDeviceSynchronize();
  printf("before: %d, %d, %.2f, values[255] = %.2f\n", answer, counter.hits, counter.weight, values[255]);
  values[100] = 8;
  use<<<1, 1>>>();
  cudaDeviceSynchronize();
  printf("after: %d, %d, %.2f, list[0] = %d\n", answer, counter.hits, counter.weight, list[0]);
  float copy[2];
  cudaMemcpyFromSymbol(copy, values, sizeof copy, 99 * sizeof(float));
  answer = -5;
  int* address = nullptr;
  cudaGetSymbolAddress((void**)&address, answer);
  int back = 0;
  cudaMemcpy(&back, address, sizeof(int), cudaMemcpyDeviceToHost);
  printf("by symbol: %.2f %.2f, %d\n", copy[0], copy[1], back);
  cudaFree(list);
}
