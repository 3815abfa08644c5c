// Shortest paths by Floyd and Warshall in one block: the matrix is in shared memory and there is a barrier in every step, so why does a race checker complain?
// asked: https://github.com/ORNL/HeCBench/issues/261
#include <cstdio>

const int N = 16;

__global__ void paths(const int* weight, int* length) {
  __shared__ int d[N][N];
  const int i = threadIdx.y, j = threadIdx.x;
  d[i][j] = weight[i * N + j];
  __syncthreads();
  for (int k = 0; k < N; ++k) {
    d[i][j] = min(d[i][j], d[i][k] + d[k][j]);  // finds: data-race: no barrier
    __syncthreads();
  }
  length[i * N + j] = d[i][j];
}

int main() {
  int weight[N * N], length[N * N], *dWeight, *dLength;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) weight[i * N + j] = i == j ? 0 : j == i + 1 ? 1 : 1000;
  cudaMalloc(&dWeight, sizeof weight);
  cudaMalloc(&dLength, sizeof length);
  cudaMemcpy(dWeight, weight, sizeof weight, cudaMemcpyHostToDevice);
  paths<<<1, dim3(N, N)>>>(dWeight, dLength);
  cudaMemcpy(length, dLength, sizeof length, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", length[1], length[N - 1]);
  cudaFree(dWeight);
  cudaFree(dLength);
}
