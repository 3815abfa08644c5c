// The object is destroyed before the kernel that uses it is launched.
#include <cstdio>

__global__ void copy(float* out, cudaTextureObject_t texture) {
  out[threadIdx.x] =
      tex1Dfetch<float>(texture, threadIdx.x);  // finds: out-of-bounds: which is no texture object: has it been destroyed
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 32 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(in, 0, 32 * sizeof(float));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = in;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 32 * sizeof(float);
  cudaTextureDesc how{};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  cudaDestroyTextureObject(texture);
  copy<<<1, 32>>>(out, texture);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(error));
  cudaFree(in);
  cudaFree(out);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
