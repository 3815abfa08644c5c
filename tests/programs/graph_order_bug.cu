// Two nodes of a graph use the same memory, and no dependency orders them.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* values, int value) { values[threadIdx.x] = value; }
__global__ void twice(const int* values, int* to) { to[threadIdx.x] = 2 * values[threadIdx.x]; }

int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaMemset(a, 0, 64 * sizeof(int));
  cudaDeviceSynchronize();
  cudaGraph_t graph;
  cudaGraphNode_t first, second;
  cudaGraphCreate(&graph, 0);
  int value = 3;
  void* fill_arguments[] = {&a, &value};
  void* twice_arguments[] = {&a, &b};
  cudaKernelNodeParams parameters{};
  parameters.func = (void*)fill;
  parameters.gridDim = dim3(1);
  parameters.blockDim = dim3(64);
  parameters.kernelParams = fill_arguments;
  cudaGraphAddKernelNode(&first, graph, nullptr, 0, &parameters);
  parameters.func = (void*)twice;
  parameters.kernelParams = twice_arguments;
  cudaGraphAddKernelNode(&second, graph, nullptr, 0, &parameters);  // finds: unordered-streams: let one node depend on the other
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, 0);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaFree(a);
  cudaFree(b);
}
