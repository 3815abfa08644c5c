// The second barrier of a loop over tiles is missing, and the only one of an unrolled loop: each race is between two rounds.
#include <cstdio>

constexpr int tile_size = 64;

__global__ void all_pairs(const float* in, float* out, int n) {
  __shared__ float tile[tile_size];
  const float mine = in[blockIdx.x * tile_size + threadIdx.x];
  float sum = 0;
  for (int base = 0; base < n; base += tile_size) {
    tile[threadIdx.x] = in[base + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < tile_size; ++k) {
      sum += tile[k] * mine;  // finds: data-race: between the read of round 1 and the write of round 2 of the loop in line 10)
    }
  }
  out[blockIdx.x * tile_size + threadIdx.x] = sum;
}

__global__ void largest(float* out) {
  __shared__ float part[128];
  const int t = threadIdx.x;
  part[t] = out[t];
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (t < half) {
      part[t] = fmaxf(part[t], part[t + half]);  // finds: data-race: of one round and the read of another round of their loop)
    }
  }
  if (t == 0) out[0] = part[0];
}

int main() {
  const int n = 256;
  float h[n], *in, *out;
  for (int i = 0; i < n; ++i) h[i] = i % 4;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  all_pairs<<<n / tile_size, tile_size>>>(in, out, n);
  largest<<<1, 128>>>(out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(in);
  cudaFree(out);
}
