// A size is multiplied twice, so that the copy goes far beyond the host's array, and the system ends the program.
#include <cstdio>
#include <cstdlib>

template <typename T>
T* to_device(const T* host, std::size_t n) {
  T* data;
  cudaMalloc(&data, n * sizeof(T));
  cudaMemcpy(data, host, n * sizeof(T), cudaMemcpyHostToDevice);  // finds: out-of-bounds: cudaMemcpy reads 64,000,000 bytes of the host's memory
  return data;
}

int main() {
  const int n = 4000000;
  auto* host = static_cast<int*>(std::calloc(n, sizeof(int)));
  int* data = to_device(host, n * sizeof(int));  // exits: 139
  std::printf("copied\n");
  cudaFree(data);
  std::free(host);
}
