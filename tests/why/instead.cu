// Asked why it differs from instead_right.cu: another factor, seen through shared memory.
// run: --grid 1 --block 32 --arg i32[32]=iota --arg i32[32]=zeros
// why: --element out[5] --instead {folder}/instead_right.cu
// says: Why is out\[5\] 16, and 11 with .*instead_right.cu\?
// says: Thread 5 of block 0 wrote 15 to tile\[5\] at line {triple}, .*in\[5\] \* 3.* = 5 \* 3.*; with .*, thread 5 of block 0 wrote 10 at line
// says: So thread 5 of block 0 wrote 16 to out\[5\] at line {store}, and not 11\.
// why: --element out[0] --instead {folder}/instead_right.cu
// says: Why is out\[0\] 1\?
// says: With .*instead_right.cu, it is 1, too\.
__global__ void instead(const int* in, int* out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = in[threadIdx.x] * 3;  // triple
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x] + 1;  // store
}
