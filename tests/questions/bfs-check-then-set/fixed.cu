// Changed: atomicCAS lets only one thread mark a node.
#include <cstdio>

__global__ void expand(const int* begin, const int* to, int* level, const int* queue, int size, int* next, int* nextSize) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= size) return;
  const int u = queue[t];
  for (int e = begin[u]; e < begin[u + 1]; ++e) {
    const int v = to[e];
    if (atomicCAS(&level[v], -1, level[u] + 1) == -1) next[atomicAdd(nextSize, 1)] = v;
  }
}

int main() {
  const int n = 64;
  int *begin, *to, *level, *queue, *next, *nextSize;
  cudaMallocManaged(&begin, (n + 2) * sizeof(int));
  cudaMallocManaged(&to, 2 * n * sizeof(int));
  cudaMallocManaged(&level, (n + 1) * sizeof(int));
  cudaMallocManaged(&queue, n * sizeof(int));
  cudaMallocManaged(&next, n * sizeof(int));
  cudaMallocManaged(&nextSize, sizeof(int));
  for (int i = 0; i <= n; ++i) { begin[i] = i; level[i] = i < n ? 0 : -1; }
  begin[n + 1] = n;
  for (int i = 0; i < n; ++i) { to[i] = n; queue[i] = i; }
  *nextSize = 0;
  expand<<<2, 32>>>(begin, to, level, queue, n, next, nextSize);
  cudaDeviceSynchronize();
  std::printf("%d %d %d\n", *nextSize, next[0], level[n]);
  for (int* p : {begin, to, level, queue, next, nextSize}) cudaFree(p);
}
// prints: 1 64 1
