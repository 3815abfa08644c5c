// A grid-stride loop: any grid works on any number of elements.
__global__ void grid_stride(const float *in, float *out, int n) {
  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    out[i] = 2 * in[i];
  }
}
