// The Mandelbrot set: how many steps of z → z² + c, from 0, leave |z| at most 2; not more than `limit` are made. The picture is 2.5
// high and has -0.75 in its middle.

__global__ void mandelbrot(int* steps, int width, int height, int limit) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float pixel = 2.5f / height;
  const float c_real = -0.75f + (x - width / 2) * pixel;
  const float c_imaginary = (y - height / 2) * pixel;
  float real = 0.0f, imaginary = 0.0f;
  int step = 0;
  while (step < limit && real * real + imaginary * imaginary <= 4.0f) {
    const float next = real * real - imaginary * imaginary + c_real;
    imaginary = 2.0f * real * imaginary + c_imaginary;
    real = next;
    ++step;
  }
  steps[y * width + x] = step;
}
