// The kernel computes the right distances, I print them there, but what I copy back is garbage.
// asked: https://github.com/fzi-forschungszentrum-informatik/gpu-voxels/issues/98
#include <cstdio>

__global__ void distances(int* out) { out[threadIdx.x] = 7 * threadIdx.x; }

int main() {
  const int n = 48;
  int result[n] = {}, *d_result;
  cudaMalloc(&d_result, n * sizeof(int));
  distances<<<1, n>>>(d_result);
  cudaMemcpy(result, &d_result, n * sizeof(int), cudaMemcpyDeviceToHost);  // finds: wrong-copy: that memory of the host is a pointer to d_result: is there an & too many?
  std::printf("%d\n", result[47]);
  cudaFree(d_result);
}
