// What textures and arrays are refused for: CUDA's errors, without a crash.
#include <cstdio>

void tell(const char* what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  cudaGetLastError();
}

int main() {
  cudaDeviceProp device;
  int layers = 0;
  cudaGetDeviceProperties(&device, 0);
  cudaDeviceGetAttribute(&layers, cudaDevAttrMaxTexture2DLayeredLayers, 0);
  std::printf("at most %d x %d, %d x %d x %d, %d layers\n", device.maxTexture2D[0], device.maxTexture2D[1],
              device.maxTexture3D[0], device.maxTexture3D[1], device.maxTexture3D[2], layers);
  cudaArray_t array = nullptr, line = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>(), ints = cudaCreateChannelDesc<int>(),
                              three = {8, 8, 8, 0, cudaChannelFormatKindUnsigned};
  tell("no array", cudaMallocArray(nullptr, &format, 8));
  tell("no format", cudaMallocArray(&array, nullptr, 8));
  tell("three channels", cudaMallocArray(&array, &three, 8));
  tell("no width", cudaMallocArray(&array, &format, 0));
  tell("too wide an array", cudaMallocArray(&array, &format, device.maxTexture1D + 1));
  tell("an array", cudaMallocArray(&array, &format, 8, 8));
  tell("integers", cudaMallocArray(&line, &ints, 8));
  float image[64] = {};
  tell("too wide", cudaMemcpy2DToArray(array, 4, 0, image, 32, 32, 8, cudaMemcpyHostToDevice));
  tell("too high", cudaMemcpy2DToArray(array, 0, 1, image, 32, 32, 8, cudaMemcpyHostToDevice));
  tell("to nothing", cudaMemcpy2DToArray(nullptr, 0, 0, image, 32, 32, 8, cudaMemcpyHostToDevice));
  tell("from nothing", cudaMemcpy2DToArray(array, 0, 0, nullptr, 32, 32, 8, cudaMemcpyHostToDevice));
  tell("a copy", cudaMemcpy2DToArray(array, 0, 0, image, 32, 32, 8, cudaMemcpyHostToDevice));

  cudaTextureObject_t texture = 0;
  cudaSurfaceObject_t surface = 0;
  cudaResourceDesc resource{}, got{};
  cudaTextureDesc how{}, got_how{};
  tell("no place for it", cudaCreateTextureObject(nullptr, &resource, &how, nullptr));
  tell("an array that is none", cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  resource.res.array.array = line;
  how.filterMode = cudaFilterModeLinear;
  tell("filtered integers", cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  how.filterMode = cudaFilterModePoint;
  how.readMode = cudaReadModeNormalizedFloat;
  tell("parts of 32 bits", cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  how.readMode = cudaReadModeElementType;
  tell("a surface without the flag", cudaCreateSurfaceObject(&surface, &resource));
  resource.resType = cudaResourceTypeMipmappedArray;
  tell("mipmaps", cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  resource.resType = cudaResourceTypeLinear;
  char* memory;
  cudaMalloc(&memory, 2048);
  resource.res.linear.desc = format;
  resource.res.linear.devPtr = image;
  resource.res.linear.sizeInBytes = 256;
  tell("memory of the host", cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  resource.res.linear.devPtr = memory + 4;
  tell("not aligned", cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  resource.res.linear.devPtr = memory + 1024;
  resource.res.linear.sizeInBytes = 1028;
  tell("beyond its end", cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  resource.res.linear.sizeInBytes = 1024;
  tell("a texture", cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  tell("its memory", cudaGetTextureObjectResourceDesc(&got, texture));
  tell("how it is read", cudaGetTextureObjectTextureDesc(&got_how, texture));
  std::printf("%d\n", got.res.linear.devPtr == memory + 1024 && got_how.readMode == cudaReadModeElementType);
  tell("destroyed", cudaDestroyTextureObject(texture));
  tell("a second time", cudaDestroyTextureObject(texture));
  tell("freed", cudaFreeArray(array));
  tell("freed a second time", cudaFreeArray(array));
  cudaFreeArray(line);
  cudaFree(memory);
}
