// An unsigned index below zero is very large.
#include <cstdio>

__global__ void differences(float* out, const float* in, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = in[i] - in[i - 1];  // finds: out-of-bounds: element 4,294,967,295 of in (d_in), 4,294,967,040 past its end (256 elements); its index is computed in 32 bits, where 0 - 1 = -1 wraps to 4,294,967,295
  }
}

int main() {
  float *d_in, *d_out;
  cudaMalloc(&d_in, 256 * sizeof(float));
  cudaMalloc(&d_out, 256 * sizeof(float));
  cudaMemset(d_in, 0, 256 * sizeof(float));
  differences<<<1, 256>>>(d_out, d_in, 256);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
