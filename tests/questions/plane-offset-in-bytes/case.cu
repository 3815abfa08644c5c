// Copying my volume plane by plane fails at the second plane, though the offset is right to the byte.
// asked: https://github.com/alicevision/AliceVision/pull/480
#include <cstdio>

__global__ void add_up(const float* volume, int n, float* sum) {
  const int i = threadIdx.x;
  if (i < n) atomicAdd(sum, volume[i]);
}

int main() {
  const int planes = 3, plane = 8 * 8;
  float host[planes][plane], *volume, *sum, result;
  for (int p = 0; p < planes; ++p)
    for (int i = 0; i < plane; ++i) host[p][i] = p;
  cudaMalloc(&volume, sizeof host);
  cudaMalloc(&sum, sizeof(float));
  cudaMemset(volume, 0, sizeof host);
  cudaMemset(sum, 0, sizeof(float));
  const size_t bytes = plane * sizeof(float);
  for (int p = 0; p < planes; ++p)
    cudaMemcpy(volume + p * bytes, host[p], bytes, cudaMemcpyHostToDevice);  // finds: out-of-bounds: counts elements
  add_up<<<1, planes * plane>>>(volume, planes * plane, sum);
  cudaMemcpy(&result, sum, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%g\n", result);
  cudaFree(volume);
  cudaFree(sum);
}
