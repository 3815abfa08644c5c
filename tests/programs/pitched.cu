// A picture with rows of a pitch that the runtime chooses: a 2-D copy there, one of a window back, and a 2-D memset.
#include <cstdint>
#include <cstdio>

__global__ void brighten(unsigned char* pixels, size_t pitch, int width, int height) {
  const int x = threadIdx.x, y = blockIdx.x;
  if (x < width && y < height) {
    unsigned char* row = (unsigned char*)((char*)pixels + y * pitch);
    row[x] = min(255, row[x] + 100);
  }
}

int main() {
  constexpr int width = 50, height = 20;
  unsigned char picture[height][width], window[4][6] = {};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) picture[y][x] = 10 * y + x;
  unsigned char* device;
  size_t pitch;
  cudaMallocPitch(&device, &pitch, width, height);
  printf("the pitch holds a row: %s; it is a multiple of 32: %s\n", pitch >= width ? "yes" : "no", pitch % 32 == 0 ? "yes" : "no");
  cudaMemcpy2D(device, pitch, picture, width, width, height, cudaMemcpyHostToDevice);
  brighten<<<height, 64>>>(device, pitch, width, height);
  cudaMemset2D(device + 10 * pitch + 21, pitch, 7, 2, 2);
  cudaMemcpy2D(window, 6, device + 9 * pitch + 20, pitch, 6, 4, cudaMemcpyDeviceToHost);
  for (const auto& row : window) {
    for (const int pixel : row) printf("%4d", pixel);
    printf("\n");
  }
  cudaFree(device);
}
