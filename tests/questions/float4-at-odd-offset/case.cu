// Reading four floats at once works for the whole array, but not for the part behind its header.
// asked: https://github.com/PaddlePaddle/Paddle/pull/23090
#include <cstdio>

__global__ void sums(const float* values, float* out) {
  const float4 four = reinterpret_cast<const float4*>(values)[threadIdx.x];  // finds: misaligned: reads 16 bytes at byte 4 of values (data), which is not a multiple of 16
  out[threadIdx.x] = four.x + four.y + four.z + four.w;
}

int main() {
  const int header = 1, n = 64;
  float host[header + n], *data, *out;
  for (float& each : host) each = 2;
  cudaMalloc(&data, sizeof host);
  cudaMalloc(&out, n / 4 * sizeof(float));
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  sums<<<1, n / 4>>>(data + header, out);
  const cudaError_t error = cudaMemcpy(host, out, n / 4 * sizeof(float), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;  // exits: 1
  }
  std::printf("%g\n", host[15]);
  cudaFree(data);
  cudaFree(out);
}
