// Managed memory is read right after the launch, and pinned memory right after an asynchronous copy.
#include <cstdio>

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }

int main() {
  int *managed, *pinned, *device;
  cudaMallocManaged(&managed, 32 * sizeof(int));
  cudaMallocHost(&pinned, 32 * sizeof(int));
  cudaMalloc(&device, 32 * sizeof(int));
  fill<<<1, 32>>>(managed, 4);
  int sum = managed[3];  // finds: unordered-streams
  fill<<<1, 32>>>(device, 5);
  cudaMemcpyAsync(pinned, device, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  sum += pinned[3];  // finds: unordered-streams
  cudaDeviceSynchronize();
  std::printf("%s\n", sum < 100 ? "done" : "done, with a large sum");
  cudaFree(managed);
  cudaFreeHost(pinned);
  cudaFree(device);
}
