// A field of a structure is named by its byte, as the fields are not known.
#include <cstdio>

struct Pair {
  int first, second;
};

__global__ void count(Pair* pairs) {
  pairs[threadIdx.x % 2].second += 1;  // finds: data-race: byte 4 of pairs (d_pairs)
}

int main() {
  Pair* d_pairs;
  cudaMalloc(&d_pairs, 2 * sizeof(Pair));
  cudaMemset(d_pairs, 0, 2 * sizeof(Pair));
  count<<<1, 64>>>(d_pairs);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(d_pairs);
}
