// What the occupancy functions say, as far as it is the same on every device.
#include <cstdio>

__global__ void light(float* x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

__global__ void heavy(float* x) {
  __shared__ float memory[8192];
  for (int i = threadIdx.x; i < 8192; i += blockDim.x) memory[i] = x[i];
  __syncthreads();
  x[threadIdx.x] = memory[8191 - threadIdx.x];
}

int main() {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  int of_light = 0, of_heavy = 0, of_too_many = -1;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_light, light, 128, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_heavy, heavy, 128, 0);
  printf("light blocks: at least one %s, at most by threads %s\n", of_light >= 1 ? "yes" : "no",
         of_light <= device.maxThreadsPerMultiProcessor / 128 ? "yes" : "no");
  printf("heavy blocks: at most by shared memory %s\n",
         of_heavy >= 1 && of_heavy * 32768u <= device.sharedMemPerMultiprocessor ? "yes" : "no");
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_too_many, light, 1024, 1000000);
  printf("a block that does not fit: %d\n", of_too_many);
  int grid = 0, block = 0;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, light, 0, 0);
  printf("best block: a multiple of a warp %s, grid a multiple of the multiprocessors %s\n",
         block > 0 && block % device.warpSize == 0 ? "yes" : "no", grid % device.multiProcessorCount == 0 ? "yes" : "no");
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, heavy);
  printf("heavy: %zu bytes of static shared memory, at most %d threads\n", attributes.sharedSizeBytes,
         attributes.maxThreadsPerBlock);
}
