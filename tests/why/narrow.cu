// Bytes with a sign, and shuffles within half a warp.
// run: --grid 1 --block 32 --arg i8[32]=-3 --arg i32[32]=zeros --arg i32[32]=zeros
// why: --element sum[4]
// says: Why is sum\[4\] -2\?
// says: Thread 4 of block 0 wrote -2 to sum\[4\] at line {sum}: in\[4\] \+ 1 = \(-3\) \+ 1
// why: --element half[14]
// says: Thread 14 of block 0 wrote 28 to half\[14\] at line {half}
// why: --element half[20]
// says: Thread 20 of block 0 wrote 44 to half\[20\] at line {half}
__global__ void narrow(const signed char* in, int* sum, int* half) {
  int t = threadIdx.x;
  sum[t] = in[t] + 1;  // sum
  half[t] = t + __shfl_down_sync(0xffffffff, t, 4, 16);  // half
}
