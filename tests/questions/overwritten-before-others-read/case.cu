// All threads divide by the block's total in element 0, and thread 0 then replaces it by the number of the block; why do some get a strange quotient?
// asked: https://github.com/NVIDIA/cccl/pull/4556
#include <cstdio>

__global__ void shares(const float* x, float* share, float* label) {
  __shared__ float total[1];
  if (threadIdx.x == 0) {
    total[0] = 0;
    for (int i = 0; i < blockDim.x; ++i) total[0] += x[blockIdx.x * blockDim.x + i];
  }
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  share[i] = x[i] / total[0];  // finds: data-race: read total[0] at line 13, thread 0 of block 0 wrote it at line 14, and nothing orders the two (no barrier
  if (threadIdx.x == 0) total[0] = blockIdx.x + 1;
  __syncthreads();
  label[i] = total[0];
}

int main() {
  const int n = 128;
  float x[n], share[n], label[n], *dX, *dShare, *dLabel;
  for (float& v : x) v = 2;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dShare, sizeof share);
  cudaMalloc(&dLabel, sizeof label);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  shares<<<2, 64>>>(dX, dShare, dLabel);
  cudaMemcpy(share, dShare, sizeof share, cudaMemcpyDeviceToHost);
  cudaMemcpy(label, dLabel, sizeof label, cudaMemcpyDeviceToHost);
  std::printf("%g %g %g\n", share[0], share[127], label[127]);
  cudaFree(dX);
  cudaFree(dShare);
  cudaFree(dLabel);
}
