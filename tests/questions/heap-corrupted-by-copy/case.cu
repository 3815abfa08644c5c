// Long after the copy my program is aborted in an unrelated line: free(): invalid next size.
// asked: https://github.com/cudpp/cudpp/issues/170
#include <cstdio>
#include <vector>

__global__ void score(float* scores) { scores[threadIdx.x] = 0.5f * threadIdx.x; }

int main() {
  std::vector<float> best(10);
  float* scores;
  cudaMalloc(&scores, 20 * sizeof(float));
  score<<<1, 20>>>(scores);
  cudaMemcpy(best.data(), scores, 20 * sizeof(float), cudaMemcpyDeviceToHost);  // finds: out-of-bounds: has room for 40
  std::vector<int> order(10, 1);
  std::printf("%g %d\n", best[9], order[3]);  // exits: 134
  std::fflush(stdout);
  cudaFree(scores);
}
