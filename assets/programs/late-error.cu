// A kernel that uses memory that is not its own: the launch succeeds, and a later call says what happened.

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

__global__ void square(int* x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = i * i;  // for every thread, also for those beyond the array
}

int main() {
  constexpr int n = 1000;
  std::vector<int> x(n);
  int* d_x;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));

  square<<<4, 256>>>(d_x);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());

  CHECK(cudaMemcpy(x.data(), d_x, n * sizeof(int), cudaMemcpyDeviceToHost));
  std::printf("x[%d] = %d\n", n - 1, x[n - 1]);
  CHECK(cudaFree(d_x));
}
