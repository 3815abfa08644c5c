// The kernel that instead.cu is compared with.
__global__ void instead_right(const int* in, int* out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = in[threadIdx.x] * 2;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x] + 1;
}
