// Kernels write an array through a surface object and read it back, as a surface and as a texture; outside of it, by each mode.
#include <cstdio>
#include <vector>

constexpr int width = 8, height = 4, depth = 3;

__global__ void write(cudaSurfaceObject_t surface) {
  const int x = threadIdx.x, y = threadIdx.y;
  surf2Dwrite(make_float2(x + 10 * y, -x), surface, x * 8, y);
}

__global__ void transpose(float* out, cudaSurfaceObject_t surface, cudaTextureObject_t texture) {
  const int x = threadIdx.x, y = threadIdx.y;
  const float2 there = surf2Dread<float2>(surface, x * 8, y);
  out[x * height + y] = there.x + tex2D<float2>(texture, x, y).y;
}

__global__ void outside(int* out, cudaSurfaceObject_t surface) {
  const int x = threadIdx.x - 2;
  out[threadIdx.x] = surf1Dread<int>(surface, x * 4, cudaBoundaryModeClamp);
  out[32 + threadIdx.x] = surf1Dread<int>(surface, x * 4, cudaBoundaryModeZero);
  __syncthreads();
  surf1Dwrite(7, surface, (x + 8) * 4, cudaBoundaryModeZero);  // only those inside
}

__global__ void volumes(uchar4* out, cudaSurfaceObject_t surface, cudaSurfaceObject_t layers, cudaSurfaceObject_t lines) {
  const int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  surf3Dwrite(make_uchar4(x, y, z, 1), surface, x * 4, y, z);
  surf2DLayeredwrite(make_uchar4(x, y, z, 2), layers, x * 4, y, z);
  if (y == 0) surf1DLayeredwrite((unsigned char)(10 * z + x), lines, x, z);
  uchar4 a, b;
  surf3Dread(&a, surface, x * 4, y, z);
  surf2DLayeredread(&b, layers, x * 4, y, z);
  const unsigned char c = y == 0 ? surf1DLayeredread<unsigned char>(lines, x, z) : 0;
  out[(z * height + y) * width + x] = make_uchar4(a.x * 16 + b.x, a.y * 16 + b.y, a.z * 16 + b.z, a.w * 16 + b.w + c);
}

cudaResourceDesc resource_of(cudaArray_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

int main() {
  const cudaChannelFormatDesc pairs = cudaCreateChannelDesc<float2>(), ints = cudaCreateChannelDesc<int>(),
                              colours = cudaCreateChannelDesc<uchar4>(), bytes = cudaCreateChannelDesc<unsigned char>();
  cudaArray_t array;
  cudaMallocArray(&array, &pairs, width, height, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource = resource_of(array);
  cudaSurfaceObject_t surface = 0;
  cudaTextureObject_t texture = 0;
  cudaTextureDesc how{};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  cudaCreateSurfaceObject(&surface, &resource);
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  float *out, result[width * height];
  cudaMalloc(&out, sizeof result);
  write<<<1, dim3(width, height)>>>(surface);
  transpose<<<1, dim3(width, height)>>>(out, surface, texture);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int x = 0; x < width; ++x)
    for (int y = 0; y < height; ++y) wrong += result[x * height + y] != 10 * y;
  std::printf("2-D: %d wrong\n", wrong);
  std::vector<float2> back(width * height);
  cudaMemcpy2DFromArray(back.data(), width * 8, array, 0, 0, width * 8, height, cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", back[2 * width + 5].x, back[2 * width + 5].y);
  cudaDestroyTextureObject(texture);
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
  cudaFree(out);

  const int line[] = {11, 12, 13, 14, 15, 16, 17, 18};
  int seen[64], *ends;
  cudaMallocArray(&array, &ints, width, 0, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(array, 0, 0, line, 32, 32, 1, cudaMemcpyHostToDevice);
  resource = resource_of(array);
  cudaCreateSurfaceObject(&surface, &resource);
  cudaMalloc(&ends, sizeof seen);
  cudaMemset(ends, 0, sizeof seen);
  outside<<<1, 12>>>(ends, surface);
  cudaMemcpy(seen, ends, sizeof seen, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 12; ++i) std::printf("%d/%d ", seen[i], seen[32 + i]);
  int after[width];
  cudaMemcpy2DFromArray(after, 32, array, 0, 0, 32, 1, cudaMemcpyDeviceToHost);
  std::printf("then %d %d %d\n", after[5], after[6], after[7]);
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
  cudaFree(ends);

  cudaArray_t volume, layers, lines;
  cudaMalloc3DArray(&volume, &colours, make_cudaExtent(width, height, depth), cudaArraySurfaceLoadStore);
  cudaMalloc3DArray(&layers, &colours, make_cudaExtent(width, height, depth), cudaArraySurfaceLoadStore | cudaArrayLayered);
  cudaMalloc3DArray(&lines, &bytes, make_cudaExtent(width, 0, depth), cudaArraySurfaceLoadStore | cudaArrayLayered);
  cudaSurfaceObject_t surfaces[3];
  const cudaArray_t arrays[] = {volume, layers, lines};
  for (int i = 0; i < 3; ++i) {
    resource = resource_of(arrays[i]);
    cudaCreateSurfaceObject(&surfaces[i], &resource);
  }
  uchar4 *mixed, mix[width * height * depth];
  cudaMalloc(&mixed, sizeof mix);
  volumes<<<depth, dim3(width, height)>>>(mixed, surfaces[0], surfaces[1], surfaces[2]);
  cudaMemcpy(mix, mixed, sizeof mix, cudaMemcpyDeviceToHost);
  wrong = 0;
  for (int i = 0; i < width * height * depth; ++i) {
    const int x = i % width, y = i / width % height, z = i / width / height;
    wrong += mix[i].x != 17 * x || mix[i].y != 17 * y || mix[i].z != 17 * z || mix[i].w != 18 + (y == 0 ? 10 * z + x : 0);
  }
  std::printf("3-D and layers: %d wrong\n", wrong);
  for (int i = 0; i < 3; ++i) {
    cudaDestroySurfaceObject(surfaces[i]);
    cudaFreeArray(arrays[i]);
  }
  cudaFree(mixed);
  return cudaGetLastError();
}
