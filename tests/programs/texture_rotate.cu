// Rotates an image through a texture with a linear filter and normalised coordinates that wrap, as NVIDIA's first example of
// textures does. The host computes the same by the formulas of the CUDA C++ Programming Guide ("Texture Fetching"): the four
// nearest texels, with weights of 8 fractional bits.
#include <cmath>
#include <cstdio>
#include <vector>

constexpr int width = 32, height = 16;

__global__ void rotate(float* out, cudaTextureObject_t texture, float theta) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float u = x / float(width) - 0.5f, v = y / float(height) - 0.5f;
  const float tu = u * 0.8f - v * 0.6f + 0.5f, tv = v * 0.8f + u * 0.6f + 0.5f;
  out[y * width + x] = tex2D<float>(texture, tu + theta, tv);
}

float texel(const std::vector<float>& image, int i, int j) {
  return image[((j % height + height) % height) * width + (i % width + width) % width];
}

float expected(const std::vector<float>& image, float x, float y) {
  const double xb = double(x) * width - 0.5, yb = double(y) * height - 0.5;
  const double fx = std::floor(xb * 256 + 0.5), fy = std::floor(yb * 256 + 0.5);
  const int i = int(std::floor(fx / 256)), j = int(std::floor(fy / 256));
  const double a = fx / 256 - i, b = fy / 256 - j;
  return float((1 - a) * (1 - b) * texel(image, i, j) + a * (1 - b) * texel(image, i + 1, j) +
               (1 - a) * b * texel(image, i, j + 1) + a * b * texel(image, i + 1, j + 1));
}

int main() {
  std::vector<float> image(width * height), result(width * height);
  for (int i = 0; i < width * height; ++i) image[i] = float((i * 37) % 101) / 8;
  cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  cudaArray_t array;
  if (cudaMallocArray(&array, &format, width, height) != cudaSuccess) return 1;
  if (cudaMemcpy2DToArray(array, 0, 0, image.data(), width * 4, width * 4, height, cudaMemcpyHostToDevice) != cudaSuccess)
    return 1;
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how{};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeWrap;
  how.filterMode = cudaFilterModeLinear;
  how.readMode = cudaReadModeElementType;
  how.normalizedCoords = 1;
  cudaTextureObject_t texture = 0;
  if (cudaCreateTextureObject(&texture, &resource, &how, nullptr) != cudaSuccess) return 1;
  float* out;
  cudaMalloc(&out, sizeof(float) * width * height);
  rotate<<<dim3(2, 2), dim3(16, 8)>>>(out, texture, 0.25f);
  cudaMemcpy(result.data(), out, sizeof(float) * width * height, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const float u = x / float(width) - 0.5f, v = y / float(height) - 0.5f;
      const float tu = u * 0.8f - v * 0.6f + 0.5f, tv = v * 0.8f + u * 0.6f + 0.5f;
      // A compiler may round the coordinates otherwise (fused multiplication), by which a weight changes by 1/256.
      const float want = expected(image, tu + 0.25f, tv);
      if (std::fabs(want - result[y * width + x]) > 0.2f) ++wrong;
    }
  }
  std::printf("wrong: %d of %d\n", wrong, width * height);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
  cudaFree(out);
  return cudaGetLastError();
}
