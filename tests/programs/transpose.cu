// A matrix of 40 × 24 numbers, transposed by way of a padded tile in shared memory, and back again.
#include <cstdio>
#include <cstdlib>

#define TILE 16

__global__ void transpose(const int* in, int* out, int width, int height) {
  __shared__ int tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  const int width = 40, height = 24, bytes = width * height * sizeof(int);
  int host[width * height], back[width * height];
  for (int k = 0; k < width * height; ++k) host[k] = k;
  int *in, *out;
  if (cudaMalloc((void**)&in, bytes) != cudaSuccess || cudaMalloc((void**)&out, bytes) != cudaSuccess) return EXIT_FAILURE;
  cudaMemcpy(in, host, bytes, cudaMemcpyHostToDevice);
  const dim3 block(TILE, TILE);
  transpose<<<dim3((width + TILE - 1) / TILE, (height + TILE - 1) / TILE), block>>>(in, out, width, height);
  cudaMemcpy(back, out, bytes, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", back[0], back[1], back[height], back[width * height - 2]);
  transpose<<<dim3((height + TILE - 1) / TILE, (width + TILE - 1) / TILE), block>>>(out, in, height, width);
  cudaMemcpy(back, in, bytes, cudaMemcpyDeviceToHost);
  bool same = true;
  for (int k = 0; k < width * height; ++k) same = same && back[k] == k;
  puts(same ? "twice transposed is the same" : "WRONG");
  cudaFree(in);
  cudaFree(out);
  return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
