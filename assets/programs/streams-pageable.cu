// Four parts in four streams, but from memory that is not pinned: no copy runs beside a kernel.

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                       \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (false)

__global__ void square(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * x[i];
}

int main() {
  constexpr int parts = 4, n = 1 << 16, part = n / parts;
  std::vector<float> memory(n);  // as malloc and new give it: the system may move it
  float *x = memory.data(), *d_x;
  CHECK(cudaMalloc(&d_x, n * sizeof(float)));
  for (int i = 0; i < n; ++i) x[i] = i % 100;

  cudaStream_t streams[parts];
  for (cudaStream_t& stream : streams) CHECK(cudaStreamCreate(&stream));
  for (int k = 0; k < parts; ++k) {
    float *host = x + k * part, *device = d_x + k * part;
    CHECK(cudaMemcpyAsync(device, host, part * sizeof(float), cudaMemcpyHostToDevice, streams[k]));
    square<<<(part + 255) / 256, 256, 0, streams[k]>>>(device, part);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(host, device, part * sizeof(float), cudaMemcpyDeviceToHost, streams[k]));
  }
  CHECK(cudaDeviceSynchronize());  // calls return before their work is done: wait before x is used
  std::printf("99² = %g\n", x[99]);

  for (cudaStream_t& stream : streams) CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(d_x));
}
