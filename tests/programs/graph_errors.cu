// What stream capture and graphs refuse, with the errors that CUDA's documentation names.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void kernel(int* values) { values[threadIdx.x] = 1; }

void show(const char* what, cudaError_t status) {
  std::printf("%s: %s\n", what, cudaGetErrorName(status));
  cudaGetLastError();
}

cudaStream_t stream;
cudaGraph_t graph;

void begin(cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) { cudaStreamBeginCapture(stream, mode); }

int main() {
  int *values, *more;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaStreamCreate(&stream);
  cudaStream_t other;
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaEvent_t event;
  cudaEventCreate(&event);

  show("default stream", cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal));
  show("end without begin", cudaStreamEndCapture(stream, &graph));
  begin();
  show("begin twice", cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  show("synchronize", cudaStreamSynchronize(stream));
  kernel<<<1, 64, 0, stream>>>(values);
  show("launch after that", cudaGetLastError());
  show("end", cudaStreamEndCapture(stream, &graph));
  std::printf("no graph: %d\n", graph == nullptr);

  begin();
  show("malloc", cudaMalloc(&more, 4));
  show("end", cudaStreamEndCapture(stream, &graph));
  begin(cudaStreamCaptureModeRelaxed);
  show("relaxed malloc", cudaMalloc(&more, 4));
  show("end", cudaStreamEndCapture(stream, &graph));
  cudaGraphDestroy(graph);
  cudaFree(more);

  begin();
  show("device", cudaDeviceSynchronize());
  show("end", cudaStreamEndCapture(stream, &graph));
  begin();
  kernel<<<1, 64>>>(values);
  show("launch into the default stream", cudaGetLastError());
  show("end", cudaStreamEndCapture(stream, &graph));
  begin();
  show("memcpy", cudaMemcpy(values, values + 32, 32, cudaMemcpyDeviceToDevice));
  show("end", cudaStreamEndCapture(stream, &graph));

  begin();
  cudaEventRecord(event, stream);
  cudaStreamWaitEvent(other, event, 0);
  kernel<<<1, 64, 0, other>>>(values);
  show("end of another stream", cudaStreamEndCapture(other, &graph));
  show("end", cudaStreamEndCapture(stream, &graph));
  begin();
  cudaEventRecord(event, stream);
  cudaStreamWaitEvent(other, event, 0);
  kernel<<<1, 64, 0, other>>>(values);
  show("unjoined", cudaStreamEndCapture(stream, &graph));

  begin();
  cudaEventRecord(event, stream);
  show("event", cudaEventSynchronize(event));
  cudaStreamEndCapture(stream, &graph);
  cudaGetLastError();
  cudaEventRecord(event, other);
  begin();
  show("outside", cudaStreamWaitEvent(stream, event, 0));
  show("end", cudaStreamEndCapture(stream, &graph));

  cudaGraphNode_t a, b;
  cudaGraph_t cycle;
  cudaGraphExec_t executable;
  cudaGraphCreate(&cycle, 0);
  cudaGraphAddEmptyNode(&a, cycle, nullptr, 0);
  cudaGraphAddEmptyNode(&b, cycle, &a, 1);
  show("dependency again", cudaGraphAddDependencies(cycle, &a, &b, nullptr, 1));
  show("back", cudaGraphAddDependencies(cycle, &b, &a, nullptr, 1));
  show("cycle", cudaGraphInstantiate(&executable, cycle, 0));
  show("away again", cudaGraphRemoveDependencies(cycle, &b, &a, nullptr, 1));
  show("no cycle", cudaGraphInstantiate(&executable, cycle, 0));
  show("null graph", cudaGraphInstantiate(&executable, nullptr, 0));
  show("null node", cudaGraphAddEmptyNode(nullptr, cycle, nullptr, 0));
  show("null dependencies", cudaGraphAddEmptyNode(&a, cycle, nullptr, 2));
  show("null parameters", cudaGraphAddKernelNode(&a, cycle, nullptr, 0, nullptr));
  void* arguments[] = {&values};
  cudaKernelNodeParams parameters{};
  parameters.func = (void*)kernel;
  parameters.gridDim = dim3(1);
  parameters.blockDim = dim3(2048);
  parameters.kernelParams = arguments;
  show("2048 threads", cudaGraphAddKernelNode(&a, cycle, nullptr, 0, &parameters));
  show("destroy", cudaGraphDestroy(cycle));
  show("destroy again", cudaGraphDestroy(cycle));
  show("launch", cudaGraphLaunch(executable, stream));
  show("destroy", cudaGraphExecDestroy(executable));
  show("launch of none", cudaGraphLaunch(nullptr, stream));
  cudaEventDestroy(event);
  cudaStreamDestroy(stream);
  cudaStreamDestroy(other);
  cudaFree(values);
}
