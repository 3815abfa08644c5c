// I add 1 to a float once for every event, and after some sixteen million events the number does not grow any more; which thread has stopped counting?
// asked: https://geek-tips.imtqy.com/articles/511267/index.html
// open: nothing is said
#include <cstdio>

__global__ void events(float* counter, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(counter, 1.0f);  // should: adding 1 does not change 16777216
}

int main() {
  const int n = 1000;
  float start = 16777000, end, *d;
  cudaMalloc(&d, sizeof start);
  cudaMemcpy(d, &start, sizeof start, cudaMemcpyHostToDevice);
  events<<<8, 128>>>(d, n);
  cudaMemcpy(&end, d, sizeof end, cudaMemcpyDeviceToHost);
  std::printf("%.0f\n", end);
  cudaFree(d);
}
