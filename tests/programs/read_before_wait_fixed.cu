// Each result is read after a wait for the work that makes it.
#include <cstdio>

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }

int main() {
  int *managed, *pinned, *device;
  cudaMallocManaged(&managed, 32 * sizeof(int));
  cudaMallocHost(&pinned, 32 * sizeof(int));
  cudaMalloc(&device, 32 * sizeof(int));
  fill<<<1, 32>>>(managed, 4);
  cudaDeviceSynchronize();
  int sum = managed[3];
  fill<<<1, 32>>>(device, 5);
  cudaMemcpyAsync(pinned, device, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaStreamSynchronize(0);
  sum += pinned[3];
  std::printf("%d\n", sum);
  cudaFree(managed);
  cudaFreeHost(pinned);
  cudaFree(device);
}
