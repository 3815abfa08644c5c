// π by random points, with a generator of our own (a linear congruence of 64 bits), so that the count is exact.
#include <cstdint>
#include <cstdio>

constexpr int threads = 256, points = 64;

__global__ void count_inside(unsigned long long seed, unsigned* inside) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  uint64_t state = seed + 0x9e3779b97f4a7c15ull * (thread + 1);
  unsigned own = 0;
  for (int k = 0; k < points; ++k) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    const uint64_t x = state >> 44;  // 20 bits
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    const uint64_t y = state >> 44;
    own += x * x + y * y < (1ull << 40);
  }
  atomicAdd(inside, own);
}

int main() {
  unsigned *d_inside, inside = 0;
  cudaMalloc(&d_inside, sizeof inside);
  cudaMemset(d_inside, 0, sizeof inside);
  count_inside<<<threads / 64, 64>>>(2024, d_inside);
  cudaMemcpy(&inside, d_inside, sizeof inside, cudaMemcpyDeviceToHost);
  printf("%u of %d points, pi is about %.4f\n", inside, threads * points, 4.0 * inside / (threads * points));
  cudaFree(d_inside);
}
