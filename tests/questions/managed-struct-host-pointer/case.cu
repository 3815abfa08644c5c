// My struct is in unified memory, so why can't the kernel use the array that is in it?
// asked: https://github.com/chelsea0x3b/cudarc/issues/128
#include <cstdio>
#include <cstdlib>

struct Signal {
  int length;
  float* samples;
};

__global__ void amplify(Signal* signal) {
  if (threadIdx.x < signal->length) signal->samples[threadIdx.x] *= 2;  // finds: device-touched-host: at byte 8 of signal, where the host put it
}

int main() {
  Signal* signal;
  cudaMallocManaged(&signal, sizeof(Signal));
  signal->length = 48;
  signal->samples = static_cast<float*>(std::malloc(48 * sizeof(float)));
  for (int i = 0; i < 48; ++i) signal->samples[i] = i;
  amplify<<<1, 64>>>(signal);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;  // exits: 1
  }
  std::printf("%g\n", signal->samples[47]);
  std::free(signal->samples);
  cudaFree(signal);
}
