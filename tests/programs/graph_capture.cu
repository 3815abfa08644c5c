// A stream is captured into a graph that is launched many times: kernels, copies, memsets and a function of the host. Nothing
// runs while it is captured, and a kernel's arguments are those of then.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__constant__ int factor;

__global__ void scale_and_add(int* values, int n, int add) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = values[i] * factor + add;
}

int calls = 0;
void count(void* by) { calls += *static_cast<int*>(by); }

int main() {
  const int n = 1000, launches = 5, rounds = 3;
  int *host, *device, by = 2, add = 7, three = 3;
  cudaMallocHost(&host, n * sizeof(int));
  cudaMalloc(&device, n * sizeof(int));
  cudaMemcpyToSymbol(factor, &three, sizeof(int));
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaStream_t stream;
  cudaStreamCreate(&stream);

  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(stream, &status);
  std::printf("captures: %d\n", status == cudaStreamCaptureStatusActive);
  cudaMemcpyAsync(device, host, n * sizeof(int), cudaMemcpyHostToDevice, stream);
  for (int round = 0; round < rounds; ++round) {
    scale_and_add<<<(n + 255) / 256, 256, 0, stream>>>(device, n, add);
    ++add;
  }
  cudaMemsetAsync(device, 0, 4 * sizeof(int), stream);
  cudaMemcpyAsync(host, device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaLaunchHostFunc(stream, count, &by);
  std::printf("end: %s\n", cudaGetErrorName(cudaStreamEndCapture(stream, &graph)));
  std::printf("nothing has run: %d %d\n", host[n - 1] == n - 1, calls == 0);

  std::size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  std::printf("%zu nodes\n", nodes);
  cudaGraphExec_t executable;
  std::printf("instantiate: %s\n", cudaGetErrorName(cudaGraphInstantiate(&executable, graph, 0)));
  add = 1000;  // the arguments were copied
  for (int launch = 0; launch < launches; ++launch) cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);

  std::vector<unsigned> expected(n);
  for (unsigned i = 0; i < n; ++i) {
    expected[i] = i;
    for (int launch = 0; launch < launches; ++launch) {
      for (unsigned round = 0; round < rounds; ++round) expected[i] = expected[i] * 3 + 7 + round;
      if (i < 4) expected[i] = 0;
    }
  }
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += static_cast<unsigned>(host[i]) != expected[i];
  std::printf("%d wrong, %d by the host\n", wrong, calls);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(device);
  cudaFreeHost(host);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
