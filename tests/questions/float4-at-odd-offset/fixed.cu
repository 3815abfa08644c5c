// The header takes four floats, so that the values behind it start at a multiple of 16 bytes.
#include <cstdio>

__global__ void sums(const float* values, float* out) {
  const float4 four = reinterpret_cast<const float4*>(values)[threadIdx.x];
  out[threadIdx.x] = four.x + four.y + four.z + four.w;
}

int main() {
  const int header = 4, n = 64;
  float host[header + n], *data, *out;
  for (float& each : host) each = 2;
  cudaMalloc(&data, sizeof host);
  cudaMalloc(&out, n / 4 * sizeof(float));
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  sums<<<1, n / 4>>>(data + header, out);
  const cudaError_t error = cudaMemcpy(host, out, n / 4 * sizeof(float), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("%g\n", host[15]);
  cudaFree(data);
  cudaFree(out);
}
// prints: 8
