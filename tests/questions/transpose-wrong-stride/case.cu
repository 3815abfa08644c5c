// Transposing works for square images only; for 40 x 24 some pixels come from the wrong place and others are never set, what is wrong with my index?
// asked: https://github.com/mindspore-ai/mindspore/issues/262
#include <cstdio>

__global__ void transpose(const int* in, int* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[x * width + y] = in[y * width + x];  // finds: out-of-bounds: its index is 24 × 40 + 4
}

int main() {
  const int width = 40, height = 24, n = width * height;
  static int in[n], out[n];
  for (int i = 0; i < n; ++i) in[i] = i;
  int *dIn, *dOut;
  cudaMalloc(&dIn, sizeof in);
  cudaMalloc(&dOut, sizeof out);
  cudaMemcpy(dIn, in, sizeof in, cudaMemcpyHostToDevice);
  transpose<<<dim3(5, 3), dim3(8, 8)>>>(dIn, dOut, width, height);
  const cudaError_t error = cudaMemcpy(out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%s %d %d\n", cudaGetErrorString(error), out[1], out[n - 1]);
  cudaFree(dIn);
  cudaFree(dOut);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
