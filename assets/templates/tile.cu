// A tile in shared memory: each block reverses its own elements.
__global__ void tile(const float *in, float *out, int n) {
  extern __shared__ float values[];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  values[t] = i < n ? in[i] : 0;
  __syncthreads();
  if (i < n) out[i] = values[blockDim.x - 1 - t];
}
