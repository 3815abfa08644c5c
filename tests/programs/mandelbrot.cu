// The Mandelbrot set in letters. Fixed-point numbers with 12 bits behind the point, so that every machine draws the same.
#include <cstdio>

constexpr int width = 60, height = 21, one = 1 << 12, most_steps = 40;

__global__ void mandelbrot(char* picture) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int real = -2 * one + x * 3 * one / width, imaginary = (y - height / 2) * 2 * one / (height - 1) * 6 / 5;
  int a = 0, b = 0, steps = 0;
  while (steps < most_steps && a * (long long)a + b * (long long)b <= 4LL * one * one) {
    const int next = (int)((a * (long long)a - b * (long long)b) >> 12) + real;
    b = (int)((2LL * a * b) >> 12) + imaginary;
    a = next;
    ++steps;
  }
  picture[y * (width + 1) + x] = steps == most_steps ? '#' : steps > 8 ? '+' : steps > 4 ? '.' : ' ';
  if (x == 0) picture[y * (width + 1) + width] = '\n';
}

int main() {
  constexpr int bytes = (width + 1) * height;
  char picture[bytes + 1] = {}, *d_picture;
  cudaMalloc(&d_picture, bytes);
  mandelbrot<<<dim3((width + 15) / 16, (height + 7) / 8), dim3(16, 8)>>>(d_picture);
  cudaMemcpy(picture, d_picture, bytes, cudaMemcpyDeviceToHost);
  std::fputs(picture, stdout);
  cudaFree(d_picture);
}
