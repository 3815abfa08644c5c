// A generator for the device's memory is given an array of the host.
#include <curand.h>

#include <cstdio>
#include <vector>

int main() {
  std::vector<float> x(100);
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandGenerateUniform(generator, x.data(), x.size());  // finds: device-touched-host
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(error));
  return error != cudaSuccess;  // exits: 1
}
