// A linked list whose nodes a kernel allocates, that later kernels walk along and free.
#include <cstdio>

struct Node {
  int value;
  Node* next;
};

__global__ void build(Node** head, int n) {
  *head = nullptr;
  for (int i = 0; i < n; ++i) {
    Node* node = (Node*)malloc(sizeof(Node));
    node->value = i * i;
    node->next = *head;
    *head = node;
  }
}

__global__ void sum(Node** head, int* result) {
  *result = 0;
  for (const Node* node = *head; node != nullptr; node = node->next) *result += node->value;
}

__global__ void destroy(Node** head) {
  for (Node* node = *head; node != nullptr;) {
    Node* next = node->next;
    free(node);
    node = next;
  }
  *head = nullptr;
}

int main() {
  Node** head;
  int *d_result, result;
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20);
  cudaMalloc(&head, sizeof(Node*));
  cudaMalloc(&d_result, sizeof(int));
  build<<<1, 1>>>(head, 50);
  for (int round = 0; round < 2; ++round) {
    sum<<<1, 1>>>(head, d_result);
    cudaMemcpy(&result, d_result, sizeof(int), cudaMemcpyDeviceToHost);
    printf("sum of the list: %d\n", result);
    if (round == 0) destroy<<<1, 1>>>(head);
  }
  cudaFree(head);
  cudaFree(d_result);
}
