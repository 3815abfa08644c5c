// Captured streams that fork and join by events: branches of one graph, over several launches and into several streams.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* values, int value, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] += value + i;
}
__global__ void sum(const int* a, const int* b, const int* c, int* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = a[i] + b[i] + c[i];
}

int main() {
  const int n = 300, blocks = 3, threads = 128;
  int *parts[3], *total, *host;
  for (int*& part : parts) cudaMalloc(&part, n * sizeof(int));
  for (int* part : parts) cudaMemset(part, 0, n * sizeof(int));
  cudaMalloc(&total, n * sizeof(int));
  cudaMallocHost(&host, n * sizeof(int));
  cudaStream_t streams[3], launching;
  cudaEvent_t fork, joins[3];
  for (cudaStream_t& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&launching, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&fork, cudaEventDisableTiming);
  for (cudaEvent_t& join : joins) cudaEventCreateWithFlags(&join, cudaEventDisableTiming);
  cudaDeviceSynchronize();

  cudaGraph_t graph;
  cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, streams[0]);
  for (int k = 1; k < 3; ++k) cudaStreamWaitEvent(streams[k], fork, 0);
  for (int k = 0; k < 3; ++k) fill<<<blocks, threads, 0, streams[k]>>>(parts[k], 100 * k, n);
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(streams[2], &status);
  std::printf("the third one captures, too: %d\n", status == cudaStreamCaptureStatusActive);
  for (int k = 1; k < 3; ++k) {
    cudaEventRecord(joins[k], streams[k]);
    cudaStreamWaitEvent(streams[0], joins[k], 0);
  }
  sum<<<blocks, threads, 0, streams[0]>>>(parts[0], parts[1], parts[2], total, n);
  cudaMemcpyAsync(host, total, n * sizeof(int), cudaMemcpyDeviceToHost, streams[0]);
  std::printf("end: %s\n", cudaGetErrorName(cudaStreamEndCapture(streams[0], &graph)));
  cudaStreamIsCapturing(streams[2], &status);
  std::printf("not any more: %d\n", status == cudaStreamCaptureStatusNone);
  std::size_t nodes = 0, roots = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphGetRootNodes(graph, nullptr, &roots);
  std::printf("%zu nodes, %zu roots\n", nodes, roots);

  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  const int launches = 3;
  for (int launch = 0; launch < launches; ++launch) cudaGraphLaunch(executable, launch == 1 ? streams[1] : launching);
  cudaStreamSynchronize(launching);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += host[i] != launches * (300 + 3 * i);
  std::printf("%d wrong\n", wrong);

  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
  for (cudaEvent_t join : joins) cudaEventDestroy(join);
  cudaStreamDestroy(launching);
  cudaEventDestroy(fork);
  for (int* part : parts) cudaFree(part);
  cudaFree(total);
  cudaFreeHost(host);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
