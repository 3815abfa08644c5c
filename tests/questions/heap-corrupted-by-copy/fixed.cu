// Only as much is copied as the vector has elements.
#include <cstdio>
#include <vector>

__global__ void score(float* scores) { scores[threadIdx.x] = 0.5f * threadIdx.x; }

int main() {
  std::vector<float> best(10);
  float* scores;
  cudaMalloc(&scores, 20 * sizeof(float));
  score<<<1, 20>>>(scores);
  cudaMemcpy(best.data(), scores, best.size() * sizeof(float), cudaMemcpyDeviceToHost);
  std::vector<int> order(10, 1);
  std::printf("%g %d\n", best[9], order[3]);
  std::fflush(stdout);
  cudaFree(scores);
}
// prints: 4.5 1
