// Waits for events that order nothing: one before it is recorded, and one that is recorded once more in between.
#include <cstdio>

__global__ void fill(int* x, int value) { x[threadIdx.x] = value; }

__global__ void copy(const int* x, int* y) { y[threadIdx.x] = x[threadIdx.x]; }

int main() {
  int *d_x, *d_y, *d_z;
  cudaStream_t first, second, third;
  cudaEvent_t early, twice;
  cudaMalloc(&d_x, 64 * sizeof(int));
  cudaMalloc(&d_y, 64 * sizeof(int));
  cudaMalloc(&d_z, 64 * sizeof(int));
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaStreamCreate(&third);
  cudaEventCreate(&early);
  cudaEventCreate(&twice);
  cudaStreamWaitEvent(second, early, 0);
  fill<<<1, 64, 0, first>>>(d_x, 1);
  cudaEventRecord(early, first);
  copy<<<1, 64, 0, second>>>(d_x, d_y);  // finds: unordered-streams: the second one's stream waited for an event before that was recorded, and such a wait ends at once
  cudaDeviceSynchronize();
  fill<<<1, 64, 0, first>>>(d_z, 2);
  cudaEventRecord(twice, first);
  cudaEventRecord(twice, second);
  cudaStreamWaitEvent(third, twice, 0);
  copy<<<1, 64, 0, third>>>(d_z, d_y);  // finds: unordered-streams: was recorded again in between, and a wait is for the last recording only
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaEventDestroy(early);
  cudaEventDestroy(twice);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaStreamDestroy(third);
  cudaFree(d_x);
  cudaFree(d_y);
  cudaFree(d_z);
}
