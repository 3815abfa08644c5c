// Functions of the host that run in a stream, between its copies and kernels.
#include <cstdio>

struct Report {
  const char* what;
  const int* values;
  int calls;
};

__global__ void twice(int* values) { values[threadIdx.x] *= 2; }

void CUDART_CB on_stream(cudaStream_t, cudaError_t status, void* data) {
  Report* report = (Report*)data;
  ++report->calls;
  printf("%s: status %d, values %d %d\n", report->what, (int)status, report->values[0], report->values[31]);
}

void CUDART_CB on_host(void* data) { on_stream(nullptr, cudaSuccess, data); }

int main() {
  int *host, *device;
  cudaMallocHost(&host, 32 * sizeof(int));
  cudaMalloc(&device, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) host[i] = i + 1;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  Report first{"after one kernel", host, 0}, second{"after two", host, 0};
  cudaMemcpyAsync(device, host, 32 * sizeof(int), cudaMemcpyHostToDevice, stream);
  twice<<<1, 32, 0, stream>>>(device);
  cudaMemcpyAsync(host, device, 32 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamAddCallback(stream, on_stream, &first, 0);
  twice<<<1, 32, 0, stream>>>(device);
  cudaMemcpyAsync(host, device, 32 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaLaunchHostFunc(stream, on_host, &second);
  cudaStreamSynchronize(stream);
  printf("calls: %d\n", first.calls + second.calls);
  cudaStreamDestroy(stream);
  cudaFree(device);
  cudaFreeHost(host);
}
