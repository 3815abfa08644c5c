// Copies beside kernels: the array is worked on in four parts, each in a stream of its own.

#include <cstdio>
#include <cstdlib>

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
  float *x, *d_x;
  CHECK(cudaMallocHost(&x, n * sizeof(float)));  // pinned: copies of other memory do not run beside kernels
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
  CHECK(cudaFreeHost(x));
  CHECK(cudaFree(d_x));
}
