// A callback starts a thread, which may use what the stream has computed, as it comes after that.
#include <cstdio>
#include <thread>

const int n = 1000;
std::thread reader;
int *host, sum = 0;

__global__ void squares(int* values) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = i * i;
}

void add_up() {
  for (int i = 0; i < n; ++i) sum += host[i] % 10;
  cudaFreeHost(host);
}

void CUDART_CB on_stream(cudaStream_t, cudaError_t, void*) { reader = std::thread(add_up); }

int main() {
  int* device;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocHost(&host, n * sizeof(int));
  cudaMalloc(&device, n * sizeof(int));
  squares<<<4, 256, 0, stream>>>(device);
  cudaMemcpyAsync(host, device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamAddCallback(stream, on_stream, nullptr, 0);
  cudaStreamSynchronize(stream);
  reader.join();
  printf("last digits of the squares: %d\n", sum);
  cudaFree(device);
  cudaStreamDestroy(stream);
}
