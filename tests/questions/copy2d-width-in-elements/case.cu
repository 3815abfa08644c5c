// cudaMemcpy2D copies only the left quarter of my picture; with bytes as pixels it copied all.
// asked: https://github.com/alicevision/AliceVision/pull/477
#include <cstdio>

__global__ void brighten(float* picture, size_t pitch, int width, int height) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x >= width || y >= height) return;
  float* row = reinterpret_cast<float*>(reinterpret_cast<char*>(picture) + y * pitch);
  row[x] = row[x] + 1;  // finds: uninitialised-read: 20 of the 80 bytes of each row
}

int main() {
  const int width = 20, height = 10;
  float host[height][width], *picture;
  size_t pitch;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) host[y][x] = x;
  cudaMallocPitch(&picture, &pitch, width * sizeof(float), height);
  cudaMemcpy2D(picture, pitch, host, width * sizeof(float), width, height, cudaMemcpyHostToDevice);
  brighten<<<1, dim3(32, 16)>>>(picture, pitch, width, height);
  cudaMemcpy2D(host, width * sizeof(float), picture, pitch, width * sizeof(float), height, cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", host[0][1], host[9][19]);
  cudaFree(picture);
}
