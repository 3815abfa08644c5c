// Only as much is copied as the array has.
#include <cstdio>

__global__ void score(float* scores) { scores[threadIdx.x] = 0.5f * threadIdx.x; }

struct Answer {
  float scores[10];
  int classes[10];
} answer;

int main() {
  float* scores;
  cudaMalloc(&scores, 20 * sizeof(float));
  score<<<1, 20>>>(scores);
  for (int i = 0; i < 10; ++i) answer.classes[i] = i;
  cudaMemcpy(answer.scores, scores, sizeof answer.scores, cudaMemcpyDeviceToHost);
  std::printf("%g %d\n", answer.scores[9], answer.classes[3]);
  cudaFree(scores);
}
// prints: 4.5 3
