// The array is in unified memory, too.
#include <cstdio>

struct Signal {
  int length;
  float* samples;
};

__global__ void amplify(Signal* signal) {
  if (threadIdx.x < signal->length) signal->samples[threadIdx.x] *= 2;
}

int main() {
  Signal* signal;
  cudaMallocManaged(&signal, sizeof(Signal));
  signal->length = 48;
  cudaMallocManaged(&signal->samples, 48 * sizeof(float));
  for (int i = 0; i < 48; ++i) signal->samples[i] = i;
  amplify<<<1, 64>>>(signal);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("%g\n", signal->samples[47]);
  cudaFree(signal->samples);
  cudaFree(signal);
}
// prints: 94
