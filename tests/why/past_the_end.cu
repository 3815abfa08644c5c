// The last block stores past the end, which stops the kernel.
// run: --grid 4 --block 32 --arg i32[100]=zeros --arg i32=128
// why: --finding 0
// says: Why “out of bounds” at line {store}
// says: Thread|thread
// why: --element out[4]
// says: Thread 4 of block 0 wrote 5|The kernel stopped before its threads were done
__global__ void past_the_end(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i + 1;  // store
}
