// A column too many is written to a surface.
#include <cstdio>

__global__ void fill(cudaSurfaceObject_t surface, int width, int height) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x <= width && y < height)
    surf2Dwrite(1.0f, surface, x * 4, y);  // finds: out-of-bounds: byte 32 of row 0 of the surface of array
}

int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, 8, 4, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  fill<<<1, dim3(16, 4)>>>(surface, 8, 4);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(error));
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
