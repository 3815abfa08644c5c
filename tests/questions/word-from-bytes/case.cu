// Each thread gets three bytes of my buffer and casts its char pointer to uint32_t; thread 0 reads the right word, why do the others fail or read their neighbour's?
// asked: https://forums.developer.nvidia.com/t/char-to-uint32-t-pointer-recasting-oddity-single-thread-exhibits-different-behavior-then-others/25769
#include <cstdint>
#include <cstdio>

__global__ void words(const unsigned char* text, std::uint32_t* out) {
  const unsigned char* own = text + 3 * threadIdx.x;
  out[threadIdx.x] = *(const std::uint32_t*)own & 0xffffff;  // finds: misaligned: multiple of 4
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
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
