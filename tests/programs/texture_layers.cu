// Textures in three dimensions and in layers, with a linear filter; and the four texels around a place.
#include <cmath>
#include <cstdio>
#include <vector>

constexpr int width = 6, height = 5, depth = 4;

__global__ void volume(float* out, cudaTextureObject_t texture, float shift) {
  const int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  out[(z * height + y) * width + x] = tex3D<float>(texture, x + 0.5f + shift, y + 0.5f + shift, z + 0.5f + shift);
}

__global__ void planes(float* out, cudaTextureObject_t texture, float shift) {
  const int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  out[(z * height + y) * width + x] = tex2DLayered<float>(texture, x + 0.5f + shift, y + 0.5f + shift, z);
}

__global__ void lines(float* out, cudaTextureObject_t texture, float shift) {
  out[blockIdx.x * width + threadIdx.x] = tex1DLayered<float>(texture, threadIdx.x + 0.5f + shift, blockIdx.x);
}

__global__ void around(float4* out, cudaTextureObject_t texture) { *out = tex2Dgather<float4>(texture, 2.0f, 3.0f, 0); }

float texel(const std::vector<float>& image, int x, int y, int z) {
  const auto clamp = [](int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; };
  return image[(clamp(z, depth) * height + clamp(y, height)) * width + clamp(x, width)];
}

// The shift is 0.25, which 8 fractional bits hold.
float blended(const std::vector<float>& image, int x, int y, int z, int dimensions) {
  double sum = 0;
  for (int k = 0; k < 1 << dimensions; ++k) {
    double weight = 1;
    for (int d = 0; d < dimensions; ++d) weight *= k >> d & 1 ? 0.25 : 0.75;
    sum += weight * texel(image, x + (k & 1), y + (k >> 1 & 1), z + (k >> 2 & 1));
  }
  return float(sum);
}

cudaTextureObject_t texture_of(cudaArray_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how{};
  for (auto& mode : how.addressMode) mode = cudaAddressModeClamp;
  how.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  return texture;
}

int main() {
  std::vector<float> image(width * height * depth), result(image.size());
  for (size_t i = 0; i < image.size(); ++i) image[i] = float((i * 29) % 53);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  float* out;
  cudaMalloc(&out, image.size() * sizeof(float));
  const auto copy_in = [&](cudaArray_t array, int rows, int slices) {
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(image.data(), width * sizeof(float), width, rows);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(width, rows, slices);
    copy.kind = cudaMemcpyHostToDevice;
    return cudaMemcpy3D(&copy);
  };
  const auto wrong = [&](int rows, int slices, int dimensions) {
    cudaMemcpy(result.data(), out, sizeof(float) * width * rows * slices, cudaMemcpyDeviceToHost);
    int count = 0;
    for (int z = 0; z < slices; ++z)
      for (int y = 0; y < rows; ++y)
        for (int x = 0; x < width; ++x)
          count += result[(z * rows + y) * width + x] !=
                   (rows == 1 ? float(0.75 * image[z * width + x] + 0.25 * image[z * width + (x + 1 < width ? x + 1 : x)])
                              : blended(image, x, y, z, dimensions));
    return count;
  };

  cudaArray_t array;
  cudaMalloc3DArray(&array, &format, make_cudaExtent(width, height, depth));
  copy_in(array, height, depth);
  cudaTextureObject_t texture = texture_of(array);
  volume<<<depth, dim3(width, height)>>>(out, texture, 0.25f);
  std::printf("3-D: %d wrong\n", wrong(height, depth, 3));
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);

  cudaMalloc3DArray(&array, &format, make_cudaExtent(width, height, depth), cudaArrayLayered);
  copy_in(array, height, depth);
  texture = texture_of(array);
  planes<<<depth, dim3(width, height)>>>(out, texture, 0.25f);
  std::printf("layers of planes: %d wrong\n", wrong(height, depth, 2));
  cudaExtent extent;
  cudaChannelFormatDesc channels;
  unsigned flags;
  cudaArrayGetInfo(&channels, &extent, &flags, array);
  std::printf("%d bits, %zu x %zu x %zu, flags %u\n", channels.x, extent.width, extent.height, extent.depth, flags);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);

  cudaMalloc3DArray(&array, &format, make_cudaExtent(width, 0, depth), cudaArrayLayered);
  copy_in(array, 1, depth);
  texture = texture_of(array);
  lines<<<depth, width>>>(out, texture, 0.25f);
  std::printf("layers of lines: %d wrong\n", wrong(1, depth, 1));
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);

  cudaMallocArray(&array, &format, width, height, cudaArrayTextureGather);
  cudaMemcpy2DToArray(array, 0, 0, image.data(), width * 4, width * 4, height, cudaMemcpyHostToDevice);
  texture = texture_of(array);
  around<<<1, 1>>>((float4*)out, texture);
  float4 four;
  cudaMemcpy(&four, out, sizeof four, cudaMemcpyDeviceToHost);
  const bool right = four.x == image[3 * width + 1] && four.y == image[3 * width + 2] && four.z == image[2 * width + 2] &&
                     four.w == image[2 * width + 1];
  std::printf("gathered: %s\n", right ? "from the lower left, against the clock" : "otherwise");
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
  cudaFree(out);
  return cudaGetLastError();
}
