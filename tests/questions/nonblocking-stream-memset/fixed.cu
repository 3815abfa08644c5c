// The memset is done in the kernel's own stream.
#include <cstdio>

__global__ void vote(int* votes) { atomicAdd(&votes[threadIdx.x % 4], 1); }

int main() {
  int votes[4], *d_votes;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&d_votes, sizeof votes);
  cudaMemsetAsync(d_votes, 0, sizeof votes, stream);
  vote<<<1, 256, 0, stream>>>(d_votes);
  cudaStreamSynchronize(stream);
  cudaMemcpy(votes, d_votes, sizeof votes, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", votes[0], votes[3]);
  cudaFree(d_votes);
  cudaStreamDestroy(stream);
}
// prints: 64 64
