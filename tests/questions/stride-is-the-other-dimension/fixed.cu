// A row has width elements.
#include <cstdio>

__global__ void twice(const int* in, int* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = 2 * in[y * width + x];
}

int main() {
  const int width = 48, height = 16;
  static int host[height][width];
  int *in, *out;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) host[y][x] = 100 * y + x;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemset(out, 0, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  twice<<<dim3(3, 1), dim3(16, 16)>>>(in, out, width, height);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[1][0], host[15][47]);
  cudaFree(in);
  cudaFree(out);
}
// prints: 200 3094
