// The sum of seven neighbours, with a halo of three on either side in shared memory. Of in[i] = i it is 7 i; the borders of the
// array are left out.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define RADIUS 3
#define BLOCK 64

__global__ void stencil(const int *in, int *out) {
  __shared__ int temp[BLOCK + 2 * RADIUS];
  int g = threadIdx.x + blockIdx.x * blockDim.x + RADIUS;
  int l = threadIdx.x + RADIUS;
  temp[l] = in[g];
  if (threadIdx.x < RADIUS) {
    temp[l - RADIUS] = in[g - RADIUS];
    temp[l + BLOCK] = in[g + BLOCK];
  }
  __syncthreads();
  int result = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++) result += temp[l + offset];
  out[g] = result;
}

int main() {
  const int inner = 4 * BLOCK, n = inner + 2 * RADIUS;
  int *in = (int *)malloc(n * sizeof *in), *out = (int *)calloc(n, sizeof *out);
  for (int i = 0; i < n; i++) in[i] = i;
  int *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof *in);
  cudaMalloc(&d_out, n * sizeof *out);
  cudaMemcpy(d_in, in, n * sizeof *in, cudaMemcpyHostToDevice);
  cudaMemcpy(d_out, out, n * sizeof *out, cudaMemcpyHostToDevice);
  stencil<<<inner / BLOCK, BLOCK>>>(d_in, d_out);
  assert(cudaGetLastError() == cudaSuccess);
  cudaMemcpy(out, d_out, n * sizeof *out, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", out[2], out[3], out[100], out[n - 4]);
  for (int i = RADIUS; i < n - RADIUS; i++)
    if (out[i] != 7 * i) printf("wrong at %d: %d\n", i, out[i]);
  cudaFree(d_in);
  cudaFree(d_out);
  free(in);
  free(out);
}
