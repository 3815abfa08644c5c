// My kernel builds lists with new; with few nodes it works, with many of them it has an illegal address.
// asked: https://github.com/cupy/cupy/issues/8693
#include <cstdio>

struct Node {
  int value;
  Node* next;
  int room[1022];
};

__device__ Node* heads[8];

__global__ void build(int n) {
  for (int i = 0; i < n; ++i) {
    Node* node = new Node;
    node->value = i;  // finds: out-of-bounds: heap of 8,388,608 bytes was full
    node->next = i == 0 ? nullptr : heads[threadIdx.x];
    heads[threadIdx.x] = node;
  }
}
__global__ void add_up(int* sum) {
  for (Node* node = heads[threadIdx.x]; node; node = node->next) atomicAdd(sum, node->value);
}
__global__ void clear() {
  while (Node* node = heads[threadIdx.x]) {
    heads[threadIdx.x] = node->next;
    delete node;
  }
}

int main() {
  int *sum, result;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  build<<<1, 8>>>(300);
  add_up<<<1, 8>>>(sum);
  const cudaError_t error = cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;  // exits: 1
  }
  clear<<<1, 8>>>();
  cudaDeviceSynchronize();
  std::printf("%d\n", result);
  cudaFree(sum);
}
