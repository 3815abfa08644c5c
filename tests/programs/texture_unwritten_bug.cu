// Half of the array is copied, and the kernel fetches all of it; another kernel's threads write what their neighbours fetch.
#include <cstdio>

__global__ void copy(float* out, cudaTextureObject_t texture) {
  const int x = threadIdx.x, y = threadIdx.y;
  out[y * 8 + x] = tex2D<float>(texture, x, y);  // finds: uninitialised-read
}

__global__ void shift(cudaSurfaceObject_t surface, cudaTextureObject_t texture) {
  const int x = threadIdx.x;
  const float next = tex2D<float>(texture, x + 1, 0);  // finds: data-race
  surf2Dwrite(next, surface, x * 4, 0);
}

int main() {
  const float image[32] = {1, 2, 3, 4};
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, 8, 8, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(array, 0, 0, image, 32, 32, 4, cudaMemcpyHostToDevice);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how{};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t texture = 0;
  cudaSurfaceObject_t surface = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  cudaCreateSurfaceObject(&surface, &resource);
  float *out, result = 0;
  cudaMalloc(&out, 64 * sizeof(float));
  copy<<<1, dim3(8, 8)>>>(out, texture);
  shift<<<1, 8>>>(surface, texture);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%g %s\n", result, cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDestroySurfaceObject(surface);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
  cudaFree(out);
}
