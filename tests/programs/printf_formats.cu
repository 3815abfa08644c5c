// The formats of printf in a kernel, each with the result that C prescribes.
#include <cstdio>

__global__ void print(const int* address) {
  printf("[%d] [%i] [%u] [%5d] [%-5d] [%05d] [%+d] [% d]\n", -7, 8, 4000000000u, 42, 42, 42, 42, 42);
  printf("[%x] [%X] [%#x] [%o] [%#o] [%08x]\n", 255, 255, 255, 8, 8, 48879);
  printf("[%ld] [%lu] [%lld] [%llu] [%zu] [%llx]\n", -1L, 1UL << 40, -(1LL << 40), 1ULL << 63, sizeof(double), 1ULL << 36);
  printf("[%hd] [%hhd] [%hhu]\n", (short)-3, (signed char)-4, (unsigned char)200);
  printf("[%f] [%.2f] [%8.3f] [%-8.1f] [%+.1f] [%.0f]\n", 1.5, 3.14159, 2.71828, 0.25, 2.0, 7.0);
  printf("[%e] [%.3E] [%g] [%g] [%G]\n", 12345.678, 0.00012, 0.0001, 1e10, 1e-10);
  printf("[%c%c] [%s] [%10s] [%-6s] [%.2s] [%%]\n", 'o', 'k', "text", "right", "left", "cut");
  printf("[%*d] [%.*f]\n", 6, 12, 1, 2.25);
  printf("a null pointer and another: %s\n", (void*)address != nullptr ? "differ" : "same");
}

int main() {
  int* device;
  cudaMalloc(&device, sizeof(int));
  print<<<1, 1>>>(device);
  cudaDeviceSynchronize();
  cudaFree(device);
}
