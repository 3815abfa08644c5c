// A sum: each block adds up its elements in shared memory, then adds its sum to out[0].
__global__ void reduction(const float *in, float *out, int n) {
  extern __shared__ float sums[];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  sums[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) sums[t] += sums[t + half];
    __syncthreads();
  }
  if (t == 0) atomicAdd(&out[0], sums[0]);
}
