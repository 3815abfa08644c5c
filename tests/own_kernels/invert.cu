// An image of grey bytes, turned into its negative.
__global__ void invert(const unsigned char* image, unsigned char* negative, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) negative[y * width + x] = 255 - image[y * width + x];
}
