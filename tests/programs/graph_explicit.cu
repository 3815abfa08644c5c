// A graph of nodes that are added one by one: a diamond with a memset, copies, kernels, a function of the host, a child graph and
// an event; then what a program can ask about it.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void add_to(int* to, const int* from, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] += from[i];
}
__global__ void twice(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= 2;
}

void note(void* text) { std::printf("host node: %s\n", static_cast<const char*>(text)); }

int main() {
  const int n = 512;
  std::vector<int> input(n), output(n);
  for (int i = 0; i < n; ++i) input[i] = 3 * i + 1;
  int *a, *b;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaEvent_t event;
  cudaEventCreate(&event);

  cudaGraph_t graph, child;
  cudaGraphCreate(&graph, 0);
  cudaGraphCreate(&child, 0);
  int size = n;
  void* twice_arguments[] = {&a, &size};
  cudaKernelNodeParams kernel{};
  kernel.func = (void*)twice;
  kernel.gridDim = dim3(n / 128);
  kernel.blockDim = dim3(128);
  kernel.kernelParams = twice_arguments;
  cudaGraphNode_t first_twice, second_twice;
  cudaGraphAddKernelNode(&first_twice, child, nullptr, 0, &kernel);
  cudaGraphAddKernelNode(&second_twice, child, &first_twice, 1, &kernel);

  cudaGraphNode_t copy_in, clear, join, by_child, add, recorded, copy_out, host;
  cudaGraphAddMemcpyNode1D(&copy_in, graph, nullptr, 0, a, input.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemsetParams set{};
  set.dst = b;
  set.value = 5;
  set.elementSize = sizeof(int);
  set.width = n;
  set.height = 1;
  cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &set);
  cudaGraphAddChildGraphNode(&by_child, graph, &copy_in, 1, child);
  cudaGraphNode_t both[] = {by_child, clear};
  cudaGraphAddEmptyNode(&join, graph, both, 2);
  void* add_arguments[] = {&b, &a, &size};
  kernel.func = (void*)add_to;
  kernel.kernelParams = add_arguments;
  cudaGraphAddKernelNode(&add, graph, &join, 1, &kernel);
  cudaGraphAddEventRecordNode(&recorded, graph, &add, 1, event);
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(b, n * sizeof(int), n, 1);
  copy.dstPtr = make_cudaPitchedPtr(output.data(), n * sizeof(int), n, 1);
  copy.extent = make_cudaExtent(n * sizeof(int), 1, 1);
  copy.kind = cudaMemcpyDeviceToHost;
  cudaGraphAddMemcpyNode(&copy_out, graph, &add, 1, &copy);
  cudaHostNodeParams call{note, (void*)"the sums are there"};
  cudaGraphAddHostNode(&host, graph, nullptr, 0, &call);
  cudaGraphAddDependencies(graph, &copy_out, &host, nullptr, 1);

  std::size_t nodes = 0, roots = 0, edges = 0, before = 0, after = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphGetRootNodes(graph, nullptr, &roots);
  cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges);
  cudaGraphNodeGetDependencies(join, nullptr, nullptr, &before);
  cudaGraphNodeGetDependentNodes(add, nullptr, nullptr, &after);
  std::printf("%zu nodes, %zu roots, %zu edges, %zu before, %zu after\n", nodes, roots, edges, before, after);
  std::vector<cudaGraphNode_t> all(nodes + 1);
  ++nodes;
  cudaGraphGetNodes(graph, all.data(), &nodes);
  std::printf("types:");
  for (std::size_t k = 0; k < nodes; ++k) {
    cudaGraphNodeType type;
    cudaGraphNodeGetType(all[k], &type);
    std::printf(" %d", type);
  }
  std::printf("; then null: %d\n", all[nodes] == nullptr);

  cudaGraphExec_t executable;
  cudaGraph_t clone;
  cudaGraphClone(&clone, graph);
  cudaGraphDestroy(child);  // the node has its own copy
  cudaGraphDestroy(graph);
  std::printf("instantiate: %s\n", cudaGetErrorName(cudaGraphInstantiateWithFlags(&executable, clone, 0)));
  cudaGraphLaunch(executable, 0);
  std::printf("event: %s\n", cudaGetErrorName(cudaEventSynchronize(event)));
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += output[i] != 4 * input[i] + 5;
  std::printf("%d wrong\n", wrong);

  cudaGraphDebugDotPrint(clone, "/dev/null", 0);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(clone);
  cudaEventDestroy(event);
  cudaFree(a);
  cudaFree(b);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
