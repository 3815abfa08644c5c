// My kernel counts into an array that I clear right before, and yet sometimes finds old counts in it.
// asked: https://github.com/alpaka-group/alpaka/issues/851
#include <cstdio>

__global__ void vote(int* votes) { atomicAdd(&votes[threadIdx.x % 4], 1); }

int main() {
  int votes[4], *d_votes;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&d_votes, sizeof votes);
  cudaMemset(d_votes, 0, sizeof votes);
  vote<<<1, 256, 0, stream>>>(d_votes);  // finds: unordered-streams: cudaStreamNonBlocking
  cudaStreamSynchronize(stream);
  cudaMemcpy(votes, d_votes, sizeof votes, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", votes[0], votes[3]);
  cudaFree(d_votes);
  cudaStreamDestroy(stream);
}
