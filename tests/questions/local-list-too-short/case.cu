// Each thread keeps the nearest points in a small array of its own while it looks through all of them; the first are right, then the kernel's other variables change, why?
// asked: https://github.com/utaresearch/gPET/pull/5
// open: "element 8 of local memory", the array is not named
#include <cstdio>

__global__ void nearest(const int* distance, int n, int* out) {
  int kept[8], count = 0;
  for (int i = 0; i < n; ++i) {
    const int d = distance[(i + threadIdx.x) % n];
    if (d < 20) {
      int at = count++;
      for (; at > 0 && kept[at - 1] > d; --at) kept[at] = kept[at - 1];  // finds: out-of-bounds: kept
      kept[at] = d;
    }
  }
  out[threadIdx.x] = kept[0] + kept[count - 1];
}

int main() {
  const int n = 40;
  int distance[n], out[32] = {}, *dDistance, *dOut;
  for (int i = 0; i < n; ++i) distance[i] = n - i;
  cudaMalloc(&dDistance, sizeof distance);
  cudaMalloc(&dOut, sizeof out);
  cudaMemcpy(dDistance, distance, sizeof distance, cudaMemcpyHostToDevice);
  nearest<<<1, 32>>>(dDistance, n, dOut);
  const cudaError_t error = cudaMemcpy(out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%s %d\n", cudaGetErrorString(error), out[0]);
  cudaFree(dDistance);
  cudaFree(dOut);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
