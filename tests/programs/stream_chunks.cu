// Chunks of pinned memory in four streams: copied there, squared, copied back, all asynchronous.
#include <cstdio>

__global__ void square(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= data[i];
}

int main() {
  const int streams = 4, chunk = 512, n = streams * chunk;
  int *host, *device;
  cudaMallocHost(&host, n * sizeof(int));
  cudaMalloc(&device, n * sizeof(int));
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaStream_t stream[streams];
  for (auto& s : stream) cudaStreamCreate(&s);
  for (int s = 0; s < streams; ++s) {
    const int first = s * chunk;
    cudaMemcpyAsync(device + first, host + first, chunk * sizeof(int), cudaMemcpyHostToDevice, stream[s]);
    square<<<chunk / 128, 128, 0, stream[s]>>>(device + first, chunk);
    cudaMemcpyAsync(host + first, device + first, chunk * sizeof(int), cudaMemcpyDeviceToHost, stream[s]);
  }
  int wrong = 0;
  for (int s = 0; s < streams; ++s) {
    cudaStreamSynchronize(stream[s]);  // then this chunk may be used, whatever the others do
    for (int i = s * chunk; i < (s + 1) * chunk; ++i) wrong += host[i] != i * i;
    printf("chunk %d ends with %d\n", s, host[(s + 1) * chunk - 1]);
  }
  printf("wrong: %d\n", wrong);
  for (auto& s : stream) cudaStreamDestroy(s);
  cudaFree(device);
  cudaFreeHost(host);
}
