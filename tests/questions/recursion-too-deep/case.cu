// My recursive tree walk works for small trees in the kernel and dies with an illegal address for long thin ones; on the CPU the same function never fails?
// asked: https://github.com/kokkos/kokkos/issues/2214
// open: nothing is said
#include <cstdio>

struct Node { int left, right, weight; };

__device__ int heaviest(const Node* tree, int at) {
  if (at < 0) return 0;
  int path[2];
  path[0] = heaviest(tree, tree[at].left);
  path[1] = heaviest(tree, tree[at].right);
  return tree[at].weight + path[path[1] > path[0]];  // finds: stack-overflow: cudaLimitStackSize
}

__global__ void measure(const Node* tree, int* result) { *result = heaviest(tree, 0); }

int main() {
  const int n = 1000;
  static Node tree[n];
  int result = 0, *dResult;
  Node* dTree;
  for (int i = 0; i < n; ++i) tree[i] = {i + 1 < n ? i + 1 : -1, -1, 2};
  cudaMalloc(&dTree, sizeof tree);
  cudaMalloc(&dResult, sizeof result);
  cudaMemcpy(dTree, tree, sizeof tree, cudaMemcpyHostToDevice);
  measure<<<1, 1>>>(dTree, dResult);
  const cudaError_t error = cudaMemcpy(&result, dResult, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%s %d\n", cudaGetErrorString(error), result);
  cudaFree(dTree);
  cudaFree(dResult);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
