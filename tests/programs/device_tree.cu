// A binary search tree in an array of nodes that refer to each other by pointers: built by one thread, searched by all.
#include <cstdio>

struct Node {
  int key;
  Node *left, *right;
};

__global__ void build(Node* nodes, const int* keys, int n, Node** root) {
  *root = nullptr;
  for (int i = 0; i < n; ++i) {
    nodes[i] = {keys[i], nullptr, nullptr};
    Node** at = root;
    while (*at != nullptr) at = keys[i] < (*at)->key ? &(*at)->left : &(*at)->right;
    *at = &nodes[i];
  }
}

__device__ int depth_of(const Node* node, int key) {
  for (int depth = 0; node != nullptr; ++depth) {
    if (node->key == key) return depth;
    node = key < node->key ? node->left : node->right;
  }
  return -1;
}

__global__ void search(Node** root, int* depths) { depths[threadIdx.x] = depth_of(*root, threadIdx.x); }

int main() {
  const int keys[] = {8, 4, 12, 2, 6, 10, 14, 1, 15}, n = sizeof keys / sizeof *keys;
  Node *nodes, **root;
  int *d_keys, *d_depths, depths[16];
  cudaMalloc(&nodes, n * sizeof(Node));
  cudaMalloc(&root, sizeof(Node*));
  cudaMalloc(&d_keys, sizeof keys);
  cudaMalloc(&d_depths, sizeof depths);
  cudaMemcpy(d_keys, keys, sizeof keys, cudaMemcpyHostToDevice);
  build<<<1, 1>>>(nodes, d_keys, n, root);
  search<<<1, 16>>>(root, d_depths);
  cudaMemcpy(depths, d_depths, sizeof depths, cudaMemcpyDeviceToHost);
  for (int key = 0; key < 16; ++key)
    if (depths[key] >= 0) printf("%d at depth %d\n", key, depths[key]);
  cudaFree(nodes);
  cudaFree(root);
  cudaFree(d_keys);
  cudaFree(d_depths);
}
