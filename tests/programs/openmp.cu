// OpenMP is switched on where the source uses it.
#include <cstdio>

#include <omp.h>

__global__ void add(int* count) { atomicAdd(count, 1); }

int main() {
  int* count;
  cudaMallocManaged(&count, sizeof(int));
  *count = 0;
  omp_set_num_threads(4);
#pragma omp parallel
  {
    add<<<1, 1>>>(count);
    cudaDeviceSynchronize();
  }
  printf("threads %d\n", *count);
  cudaFree(count);
}
