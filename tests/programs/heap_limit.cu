// A kernel's malloc has 8 MiB unless the program asks for more.

#include <cstdio>

__global__ void allocate(int* got, size_t bytes) {
  // Volatile: a compiler may leave out memory that nothing can see.
  volatile char* const memory = static_cast<volatile char*>(malloc(bytes));
  *got = memory != nullptr;
  if (memory != nullptr) memory[bytes - 1] = 1;
  free(const_cast<char*>(memory));
}

int try_to_allocate(size_t bytes) {
  int got = -1, *d_got;
  cudaMalloc(&d_got, sizeof(int));
  allocate<<<1, 1>>>(d_got, bytes);
  cudaMemcpy(&got, d_got, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_got);
  return got;
}

int main() {
  size_t bytes = 0;
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, size_t{64} << 20);
  cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize);
  std::printf("heap of %zu MiB\n", bytes >> 20);
  std::printf("32 MiB: %s\n", try_to_allocate(size_t{32} << 20) == 1 ? "yes" : "no");
  std::printf("1 GiB: %s\n", try_to_allocate(size_t{1} << 30) == 1 ? "yes" : "no");
}
