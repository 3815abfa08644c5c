// cudaMemcpy succeeds, but the array that I print holds nothing of what my kernel computed.
// asked: https://github.com/BVLC/caffe/issues/6304
#include <cstdio>
#include <cstdlib>

__global__ void halve(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 0.5f;
}

int main() {
  const int n = 200;
  float* input = static_cast<float*>(std::malloc(n * sizeof(float)));
  float* output = static_cast<float*>(std::calloc(n, sizeof(float)));
  for (int i = 0; i < n; ++i) input[i] = i;
  float* data;
  cudaMalloc(&data, n * sizeof(float));
  cudaMemcpy(data, input, n * sizeof(float), cudaMemcpyHostToDevice);
  halve<<<2, 128>>>(data, n);
  cudaMemcpy(data, output, n * sizeof(float), cudaMemcpyHostToDevice);  // notes: result-unused
  std::printf("%g %g\n", output[4], output[199]);
  cudaFree(data);
  std::free(input);
  std::free(output);
}
