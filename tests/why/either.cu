// Each thread takes one of two ways, by what it has read: by a branch that stays one, and by its number.
// run: --grid 1 --block 32 --arg i32[32]=iota --arg i32[32]=zeros
// why: --element out[9]
// says: Thread 9 of block 0 wrote 1 to out\[9\] at line {large}.*, since 9 (> 5|>= 6) \(in\[9\] (> 5|>= 6)\)( at line {branch})?\.
// why: --element out[4]
// says: Thread 4 of block 0 wrote 16 to out\[4\] at line {small}.*in\[4\] \* in\[4\].*, since 4 (<= 5|< 6) \(in\[4\] (<= 5|< 6)\)( at line {branch})?\.
__global__ void either(const int* in, int* out) {
  int i = threadIdx.x;
  if (in[i] > 5) {  // branch
    out[i] = 1;  // large
    __syncwarp(__activemask());
  } else {
    __threadfence();
    out[i] = in[i] * in[i];  // small
  }
}
