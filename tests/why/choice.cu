// One of two values, by a comparison that needs no branch.
// run: --grid 1 --block 32 --arg i32[32]=iota --arg i32[32]=zeros
// why: --element out[9]
// says: Why is out\[9\] 1\?
// says: Thread 9 of block 0 wrote 1 to out\[9\] at line {store}.*, since 9 > 5 \(in\[9\] > 5\)
// why: --element out[4]
// says: Thread 4 of block 0 wrote 40 to out\[4\] at line {store}.*, since 4 (<= 5 \(in\[4\] <= 5\)|< 6 \(in\[4\] < 6\))
__global__ void choice(const int* in, int* out) {
  int i = threadIdx.x;
  out[i] = in[i] > 5 ? 1 : 40;  // store
}
