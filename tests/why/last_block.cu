// Blocks but the last leave at once.
// run: --grid 3 --block 32 --arg i32[96]=zeros
// why: --element out[70]
// says: Thread 6 of block 2 wrote 70 to out\[70\] at line {store}: blockIdx\.x \* blockDim\.x \+ threadIdx\.x = 2 \* 32 \+ 6
// why: --element out[40]
// says: Thread 8 of block 1 would have written it, but did not execute the store at line {store}
// says: Thread 8 of block 1 left the kernel at line {leave}, since 1 != 2 \(blockIdx\.x != gridDim\.x - 1\)
__global__ void last_block(int* out) {
  if (blockIdx.x != gridDim.x - 1) return;  // leave
  out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * blockDim.x + threadIdx.x;  // store
}
