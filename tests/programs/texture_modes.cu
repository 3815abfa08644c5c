// Every address mode in one dimension, with nearest texels and with a linear filter, and both kinds of coordinates. The host
// computes the same from the definitions of the CUDA C++ Programming Guide ("Texture Fetching", "Texture Object API").
#include <cmath>
#include <cstdio>
#include <vector>

constexpr int n = 8, samples = 129;

__global__ void sample(float* out, cudaTextureObject_t texture, float first, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < samples) out[i] = tex1D<float>(texture, first + i * step);
}

const float border = 100;

float texel(const std::vector<float>& line, int i, int mode) {
  if (i >= 0 && i < n) return line[i];
  if (mode == cudaAddressModeBorder) return border;
  if (mode == cudaAddressModeWrap) return line[(i % n + n) % n];
  if (mode == cudaAddressModeMirror) {
    const int place = (i % (2 * n) + 2 * n) % (2 * n);
    return line[place < n ? place : 2 * n - 1 - place];
  }
  return line[i < 0 ? 0 : n - 1];
}

float expected(const std::vector<float>& line, double x, int mode, bool linear, bool normalised) {
  if (!normalised && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror)) mode = cudaAddressModeClamp;
  if (normalised) x *= n;
  if (!linear) return texel(line, int(std::floor(x)), mode);
  const double fixed = std::floor((x - 0.5) * 256 + 0.5);  // 8 fractional bits
  const int i = int(std::floor(fixed / 256));
  const double weight = fixed / 256 - i;
  return float((1 - weight) * texel(line, i, mode) + weight * texel(line, i + 1, mode));
}

int main() {
  std::vector<float> line{1, 5, 2, 8, 3, 13, 4, 0.5f}, result(samples);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, n);
  cudaMemcpy2DToArray(array, 0, 0, line.data(), n * 4, n * 4, 1, cudaMemcpyHostToDevice);
  float* out;
  cudaMalloc(&out, samples * sizeof(float));
  const char* const names[] = {"wrap", "clamp", "mirror", "border"};
  for (int mode = 0; mode < 4; ++mode) {
    for (int linear = 0; linear < 2; ++linear) {
      for (int normalised = 0; normalised < 2; ++normalised) {
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array;
        cudaTextureDesc how{};
        how.addressMode[0] = cudaTextureAddressMode(mode);
        how.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
        how.normalizedCoords = normalised;
        how.borderColor[0] = border;
        cudaTextureObject_t texture = 0;
        cudaCreateTextureObject(&texture, &resource, &how, nullptr);
        // All coordinates are exact, so that nothing depends on how a compiler rounds.
        const float step = normalised ? 1 / 32.f : 1 / 4.f, first = -64 * step + step / 16;
        sample<<<3, 64>>>(out, texture, first, step);
        cudaMemcpy(result.data(), out, samples * sizeof(float), cudaMemcpyDeviceToHost);
        int wrong = 0;
        for (int i = 0; i < samples; ++i)
          wrong += result[i] != expected(line, first + double(i) * step, mode, linear, normalised);
        std::printf("%s%s%s: %d wrong\n", names[mode], linear ? ", linear" : "", normalised ? ", normalised" : "", wrong);
        cudaDestroyTextureObject(texture);
      }
    }
  }
  cudaFree(out);
  cudaFreeArray(array);
  return cudaGetLastError();
}
