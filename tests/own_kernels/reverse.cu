// Reverses each block in dynamic shared memory.
__global__ void reverse(const int* in, int* out, int n) {
  extern __shared__ int tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) tile[threadIdx.x] = in[i];
  __syncthreads();
  int from = blockDim.x - 1 - threadIdx.x;
  if (i < n && blockIdx.x * blockDim.x + from < n) out[i] = tile[from];
}
