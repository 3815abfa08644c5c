// Executable graphs are changed: by a graph of the same shape that is captured anew, node by node, and by switching a node off.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void add(int* values, int amount) { values[threadIdx.x] += amount; }
__global__ void multiply(int* values, int amount) { values[threadIdx.x] *= amount; }

cudaGraph_t capture(cudaStream_t stream, int* values, int amount, int kernels) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  for (int k = 0; k < kernels; ++k) add<<<1, 32, 0, stream>>>(values, amount);
  cudaStreamEndCapture(stream, &graph);
  return graph;
}

int first_value(const int* values) {
  int value;
  cudaMemcpy(&value, values, sizeof value, cudaMemcpyDeviceToHost);
  return value;
}

int main() {
  int *values, *others;
  cudaMalloc(&values, 32 * sizeof(int));
  cudaMalloc(&others, 32 * sizeof(int));
  cudaMemset(values, 0, 32 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph = capture(stream, values, 10, 2);
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  std::printf("launched: %d\n", first_value(values));  // 10 + 10

  cudaGraph_t changed = capture(stream, values, 100, 2);
  cudaGraphExecUpdateResultInfo result;
  std::printf("update: %s\n", cudaGetErrorName(cudaGraphExecUpdate(executable, changed, &result)));
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  std::printf("updated: %d\n", first_value(values));  // 20 + 200
  cudaGraph_t longer = capture(stream, values, 1, 3);
  const cudaError_t refused = cudaGraphExecUpdate(executable, longer, &result);
  std::printf("other nodes: %s %d\n", cudaGetErrorName(refused), result.result == cudaGraphExecUpdateErrorTopologyChanged);
  cudaGetLastError();

  std::size_t count = 2;
  cudaGraphNode_t nodes[2];
  cudaGraphGetNodes(graph, nodes, &count);
  cudaKernelNodeParams parameters;
  cudaGraphKernelNodeGetParams(nodes[1], &parameters);
  std::printf("the node's amount: %d, threads: %u\n", *static_cast<int*>(parameters.kernelParams[1]), parameters.blockDim.x);
  int three = 3;
  void* arguments[] = {&values, &three};
  parameters.func = (void*)multiply;
  parameters.kernelParams = arguments;
  std::printf("set: %s\n", cudaGetErrorName(cudaGraphExecKernelNodeSetParams(executable, nodes[1], &parameters)));
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  std::printf("set: %d\n", first_value(values));  // (220 + 100) * 3
  cudaGraphNodeSetEnabled(executable, nodes[1], 0);
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  std::printf("switched off: %d\n", first_value(values));  // 960 + 100

  // The graph itself is as it was, and can be changed, too.
  std::printf("set in the graph: %s\n", cudaGetErrorName(cudaGraphKernelNodeSetParams(nodes[0], &parameters)));
  cudaGraphExec_t second;
  cudaGraphInstantiate(&second, graph, 0);
  cudaGraphLaunch(second, stream);
  cudaStreamSynchronize(stream);
  std::printf("second: %d\n", first_value(values));  // 1060 * 3 + 10

  // Copies and memsets.
  cudaGraph_t moves;
  cudaGraphNode_t set, copy;
  cudaGraphCreate(&moves, 0);
  cudaMemsetParams to{};
  to.dst = values;
  to.value = 4;
  to.elementSize = 4;
  to.width = 32;
  to.height = 1;
  cudaGraphAddMemsetNode(&set, moves, nullptr, 0, &to);
  cudaGraphAddMemcpyNode1D(&copy, moves, &set, 1, others, values, 16 * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaGraphExec_t third;
  cudaGraphInstantiate(&third, moves, 0);
  cudaGraphLaunch(third, stream);
  cudaStreamSynchronize(stream);
  std::printf("moved: %d\n", first_value(others));
  to.value = 6;
  cudaGraphExecMemsetNodeSetParams(third, set, &to);
  cudaGraphExecMemcpyNodeSetParams1D(third, copy, others, values + 1, 8 * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaGraphLaunch(third, stream);
  cudaStreamSynchronize(stream);
  std::printf("moved: %d\n", first_value(others));

  for (cudaGraphExec_t each : {executable, second, third}) cudaGraphExecDestroy(each);
  for (cudaGraph_t each : {graph, changed, longer, moves}) cudaGraphDestroy(each);
  cudaStreamDestroy(stream);
  cudaFree(values);
  cudaFree(others);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
