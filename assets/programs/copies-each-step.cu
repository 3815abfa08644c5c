// Eight steps on one array, copied to the card and back for each of them.

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

__global__ void relax(float* x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = 0.5f * x[i] + 1;
}

int main() {
  constexpr int n = 1 << 14, steps = 8;
  std::vector<float> x(n);
  float* d_x;
  CHECK(cudaMalloc(&d_x, n * sizeof(float)));
  for (int step = 0; step < steps; ++step) {
    CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    relax<<<n / 256, 256>>>(d_x);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(x.data(), d_x, n * sizeof(float), cudaMemcpyDeviceToHost));
  }
  std::printf("x[0] = %g\n", x[0]);
  CHECK(cudaFree(d_x));
}
