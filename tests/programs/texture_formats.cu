// Textures of consecutive memory and of rows, and of several formats: integers as they are and as parts of their largest value.
#include <cstdio>
#include <vector>

__global__ void fetch(float4* out, cudaTextureObject_t texture, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<float4>(texture, i - 1);
}

__global__ void fetch_ints(int2* out, cudaTextureObject_t texture) { out[threadIdx.x] = tex1Dfetch<int2>(texture, threadIdx.x); }

__global__ void fetch_bytes(uchar4* out, cudaTextureObject_t texture) {
  out[threadIdx.x] = tex1Dfetch<uchar4>(texture, threadIdx.x);
}

__global__ void rows(short* out, cudaTextureObject_t texture, int width) {
  out[threadIdx.y * width + threadIdx.x] = tex2D<short>(texture, threadIdx.x, threadIdx.y);
}

cudaTextureObject_t texture_of(void* memory, cudaChannelFormatDesc format, size_t bytes, cudaTextureReadMode mode) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = format;
  resource.res.linear.sizeInBytes = bytes;
  cudaTextureDesc how{};
  how.readMode = mode;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  return texture;
}

int main() {
  const unsigned char bytes[] = {0, 51, 102, 255, 255, 204, 153, 0};
  void* memory;
  cudaMalloc(&memory, 64);
  cudaMemset(memory, 0, 64);
  cudaMemcpy(memory, bytes, sizeof bytes, cudaMemcpyHostToDevice);
  float4 *out, parts[4];
  cudaMalloc(&out, sizeof parts);
  cudaTextureObject_t texture = texture_of(memory, cudaCreateChannelDesc<uchar4>(), sizeof bytes, cudaReadModeNormalizedFloat);
  fetch<<<1, 32>>>(out, texture, 4);
  cudaMemcpy(parts, out, sizeof parts, cudaMemcpyDeviceToHost);
  for (const float4& part : parts) std::printf("%.1f %.1f %.1f %.1f\n", part.x, part.y, part.z, part.w);  // 0s outside
  cudaDestroyTextureObject(texture);

  uchar4 same[2], *out_bytes = (uchar4*)out;
  texture = texture_of(memory, cudaCreateChannelDesc<uchar4>(), sizeof bytes, cudaReadModeElementType);
  fetch_bytes<<<1, 2>>>(out_bytes, texture);
  cudaMemcpy(same, out_bytes, sizeof same, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d, %d %d %d %d\n", same[0].x, same[0].y, same[0].z, same[0].w, same[1].x, same[1].y, same[1].z,
              same[1].w);
  cudaDestroyTextureObject(texture);

  const signed char signs[] = {-128, -127, 0, 127};  // two numbers per texel, the others are 0, and 1 for the last
  cudaMemcpy(memory, signs, sizeof signs, cudaMemcpyHostToDevice);
  texture = texture_of(memory, cudaCreateChannelDesc<char2>(), sizeof signs, cudaReadModeNormalizedFloat);
  fetch<<<1, 32>>>(out, texture, 3);
  cudaMemcpy(parts, out, sizeof parts, cudaMemcpyDeviceToHost);
  for (int i = 1; i < 3; ++i) std::printf("%.1f %.1f\n", parts[i].x, parts[i].y);
  cudaDestroyTextureObject(texture);

  const int ints[] = {-7, 1 << 30, 3, -2147483647};
  int2 pairs[2];
  cudaMemcpy(memory, ints, sizeof ints, cudaMemcpyHostToDevice);
  texture = texture_of(memory, cudaCreateChannelDesc<int2>(), sizeof ints, cudaReadModeElementType);
  fetch_ints<<<1, 2>>>((int2*)out, texture);
  cudaMemcpy(pairs, out, sizeof pairs, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", pairs[0].x, pairs[0].y, pairs[1].x, pairs[1].y);
  cudaDestroyTextureObject(texture);

  const unsigned short halves[] = {0x3c00, 0xc000, 0x0001, 0x7bff};  // 1, -2, 2^-24, 65504
  cudaMemcpy(memory, halves, sizeof halves, cudaMemcpyHostToDevice);
  texture = texture_of(memory, cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat), sizeof halves,
                       cudaReadModeElementType);
  fetch<<<1, 32>>>(out, texture, 2);
  cudaMemcpy(parts, out, sizeof parts, cudaMemcpyDeviceToHost);
  std::printf("%g %g %d %g\n", parts[1].x, parts[1].y, parts[1].z * 16777216 == 1, parts[1].w);
  cudaDestroyTextureObject(texture);

  constexpr int width = 5, height = 3;
  std::vector<short> image(width * height), result(width * height);
  for (int i = 0; i < width * height; ++i) image[i] = short(1000 * i - 7000);
  short *pitched, *out_rows;
  size_t pitch;
  cudaMallocPitch(&pitched, &pitch, width * sizeof(short), height);
  cudaMalloc(&out_rows, width * height * sizeof(short));
  cudaMemcpy2D(pitched, pitch, image.data(), width * 2, width * 2, height, cudaMemcpyHostToDevice);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = pitched;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<short>();
  resource.res.pitch2D.width = width;
  resource.res.pitch2D.height = height;
  resource.res.pitch2D.pitchInBytes = pitch;
  cudaTextureDesc how{};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  rows<<<1, dim3(width, height)>>>(out_rows, texture, width);
  cudaMemcpy(result.data(), out_rows, width * height * 2, cudaMemcpyDeviceToHost);
  std::printf("rows: %s\n", result == image ? "the same" : "others");
  cudaDestroyTextureObject(texture);
  cudaFree(pitched);
  cudaFree(out_rows);
  cudaFree(out);
  cudaFree(memory);
  return cudaGetLastError();
}
