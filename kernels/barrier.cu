// Each block turns its part of the array around: the last element first. Threads exchange elements through shared memory.

constexpr int most = 1024;  // the largest block there is

// Write, wait, read. At __syncthreads() every thread of the block waits until all have come.
__global__ void turn_around(const int* in, int* out) {
  __shared__ int part[most];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = part[blockDim.x - 1 - threadIdx.x];
}

// Wrong: nobody waits. A thread reads an element that another warp may not have written yet.
__global__ void turn_around_without_barrier(const int* in, int* out) {
  __shared__ int part[most];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = in[i];
  out[i] = part[blockDim.x - 1 - threadIdx.x];
}

// Wrong: only some threads of the block come to the barrier. The others never will, and the block cannot go on.
__global__ void turn_around_divergent(const int* in, int* out) {
  __shared__ int part[most];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = in[i];
  if (threadIdx.x % 2 == 0) {
    __syncthreads();
  }
  out[i] = part[blockDim.x - 1 - threadIdx.x];
}

// The first warp takes its time before it writes. The others wait for it at the barrier.
__global__ void turn_around_late_warp(const int* in, int* out, int rounds) {
  __shared__ int part[most];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = in[i];
  if (threadIdx.x < 32) {
    for (int round = 0; round < rounds; ++round) {
      value = -value;
    }
  }
  part[threadIdx.x] = value;
  __syncthreads();
  out[i] = part[blockDim.x - 1 - threadIdx.x];
}
