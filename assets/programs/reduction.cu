// The sum of an array: each block sums its part in shared memory, the host sums the blocks' results.

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

constexpr int threads = 256;

__global__ void sum_blocks(const int* in, int* sums, int n) {
  __shared__ int part[threads];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();  // all parts are there before anyone reads another's
  for (int step = threads / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

int main() {
  const int n = 10000, blocks = (n + threads - 1) / threads;
  std::vector<int> in(n), sums(blocks);
  for (int i = 0; i < n; ++i) in[i] = i + 1;

  int *d_in, *d_sums;
  CHECK(cudaMalloc(&d_in, n * sizeof(int)));
  CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));
  CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));

  sum_blocks<<<blocks, threads>>>(d_in, d_sums, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(sums.data(), d_sums, blocks * sizeof(int), cudaMemcpyDeviceToHost));

  long total = 0;
  for (const int sum : sums) total += sum;
  std::printf("1 + 2 + … + %d = %ld\n", n, total);
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_sums));
}
