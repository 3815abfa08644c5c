// Nodes by cudaGraphAddNode, symbols, a capture into a graph that exists, its dependencies, and what is given where an argument
// is null.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int numbers[8];

__global__ void twice() { numbers[threadIdx.x] *= 2; }

int asked = 0, refused = 0;
void expect_refusal(const char* call, cudaError_t status) {
  ++asked;
  if (status == cudaErrorInvalidValue)
    ++refused;
  else
    std::printf("%s: %s\n", call, cudaGetErrorName(status));
}
#define REFUSED(call) expect_refusal(#call, call)

int main() {
  int input[8], output[8] = {};
  for (int i = 0; i < 8; ++i) input[i] = i + 1;
  cudaGraph_t graph;
  cudaGraphNode_t copy_in, kernel, captured_last, copy_out;
  cudaGraphCreate(&graph, 0);
  cudaGraphAddMemcpyNodeToSymbol(&copy_in, graph, nullptr, 0, numbers, input, sizeof input, 0, cudaMemcpyHostToDevice);
  cudaGraphNodeParams parameters = {};
  parameters.type = cudaGraphNodeTypeKernel;
  parameters.kernel.func = (void*)twice;
  parameters.kernel.gridDim = dim3(1);
  parameters.kernel.blockDim = dim3(8);
  std::printf("add: %s\n", cudaGetErrorName(cudaGraphAddNode(&kernel, graph, &copy_in, nullptr, 1, &parameters)));

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamBeginCaptureToGraph(stream, graph, &kernel, nullptr, 1, cudaStreamCaptureModeGlobal);
  twice<<<1, 4, 0, stream>>>();
  cudaStreamCaptureStatus status;
  unsigned long long id = 0;
  cudaGraph_t into = nullptr, ended = nullptr;
  const cudaGraphNode_t* after = nullptr;
  const cudaGraphEdgeData* edges = nullptr;
  size_t count = 0;
  cudaStreamGetCaptureInfo(stream, &status, &id, &into, &after, &edges, &count);
  std::printf("captures %d into the graph %d after %zu node\n", status == cudaStreamCaptureStatusActive, into == graph, count);
  captured_last = after[0];
  std::printf("end: %s\n", cudaGetErrorName(cudaStreamEndCapture(stream, &ended)));
  cudaGraphAddMemcpyNodeFromSymbol(&copy_out, graph, &captured_last, 1, output, numbers, sizeof output, 0,
                                   cudaMemcpyDeviceToHost);
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  for (int i = 0; i < 8; ++i) std::printf("%d ", output[i]);  // 4 times the first four, twice the others
  std::printf("\n");

  cudaGraphNode_t node;
  cudaGraphNodeType type;
  cudaKernelNodeParams of_kernel = {};
  of_kernel.func = (void*)twice;
  of_kernel.gridDim = of_kernel.blockDim = dim3(1);
  REFUSED(cudaGraphCreate(nullptr, 0));
  REFUSED(cudaGraphClone(nullptr, graph));
  REFUSED(cudaGraphGetNodes(graph, nullptr, nullptr));
  REFUSED(cudaGraphGetNodes(nullptr, nullptr, &count));
  REFUSED(cudaGraphNodeGetType(kernel, nullptr));
  REFUSED(cudaGraphNodeGetType(nullptr, &type));
  REFUSED(cudaGraphKernelNodeGetParams(kernel, nullptr));
  REFUSED(cudaGraphKernelNodeSetParams(kernel, nullptr));
  REFUSED(cudaGraphMemcpyNodeSetParams(kernel, nullptr));
  REFUSED(cudaGraphAddHostNode(&node, graph, nullptr, 0, nullptr));
  REFUSED(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, nullptr));
  REFUSED(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, nullptr));
  REFUSED(cudaGraphAddEventRecordNode(&node, graph, nullptr, 0, nullptr));
  REFUSED(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, nullptr));
  REFUSED(cudaGraphAddDependencies(graph, nullptr, nullptr, nullptr, 1));
  REFUSED(cudaGraphInstantiate(nullptr, graph, 0));
  REFUSED(cudaGraphExecUpdate(executable, nullptr, nullptr));
  REFUSED(cudaGraphExecKernelNodeSetParams(executable, copy_in, &of_kernel));
  REFUSED(cudaGraphDestroy(nullptr));
  REFUSED(cudaGraphExecDestroy(nullptr));
  REFUSED(cudaGraphDestroyNode(nullptr));
  REFUSED(cudaGraphDebugDotPrint(graph, nullptr, 0));
  REFUSED(cudaStreamIsCapturing(stream, nullptr));
  REFUSED(cudaThreadExchangeStreamCaptureMode(nullptr));
  std::printf("%s of them refused\n", asked == refused ? "all" : "not all");
  cudaGetLastError();
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}
