// Threads with an odd value take the other way.
// run: --grid 1 --block 32 --arg i32[32]=iota --arg i32[64]=zeros
// why: --element out[8]
// says: Thread 8 of block 0 wrote -8 to out\[8\] at line {even}
// says: in\[8\] was 8 when the kernel began
// why: --element out[9]
// says: Why did no thread write out\[9\]\?
// says: Thread 9 of block 0 would have written it, but did not execute the store at line {even}
// says: Thread 9 of block 0 went another way at line {branch}, since 1 != 0|since 1 == 1|in\[9\]
// why: --element out[41]
// says: Thread 9 of block 0 wrote 9 to out\[41\] at line {odd}
__global__ void branch(const int* in, int* out) {
  int i = threadIdx.x;
  int value = in[i];
  if ((value & 1) == 0) {  // branch
    out[i] = -value;  // even
    __syncwarp(__activemask());
  } else {
    out[i + 32] = value;  // odd
    __threadfence();
  }
}
