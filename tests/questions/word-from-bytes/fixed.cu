// Changed: the word is put together from single bytes.
#include <cstdint>
#include <cstdio>

__global__ void words(const unsigned char* text, std::uint32_t* out) {
  const unsigned char* own = text + 3 * threadIdx.x;
  out[threadIdx.x] = own[0] | own[1] << 8 | own[2] << 16;
}

int main() {
  unsigned char text[100], *dText;
  std::uint32_t out[32] = {}, *dOut;
  for (int i = 0; i < 100; ++i) text[i] = i % 3 + 1;
  cudaMalloc(&dText, sizeof text);
  cudaMalloc(&dOut, sizeof out);
  cudaMemcpy(dText, text, sizeof text, cudaMemcpyHostToDevice);
  words<<<1, 32>>>(dText, dOut);
  const cudaError_t error = cudaMemcpy(out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%s %x %x\n", cudaGetErrorString(error), out[0], out[31]);
  cudaFree(dText);
  cudaFree(dOut);
  return error == cudaSuccess ? 0 : 1;
}
// prints: no error 30201 30201
