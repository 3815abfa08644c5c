// run: --grid 1 --block 32 --arg i32[32]=iota --arg i32[32]=zeros
// why: --element out[4]
// says: Why is out\[4\] 9\?
// says: Thread 4 of block 0 wrote 9 to out\[4\] at line {store}: (in\[4\] \+ in\[5\] = 4 \+ 5|in\[5\] \+ in\[4\] = 5 \+ 4)
// says: had these values when the kernel began
// why: --element out[31]
// says: Thread 31 of block 0 wrote 62
// why: --element sum[0]
// says: kernel has no buffer 'sum'; it has in, out
__global__ void neighbours(const int* in, int* out) {
  int t = threadIdx.x;
  int own = in[t];
  int next = __shfl_down_sync(0xffffffff, own, 1);
  out[t] = own + next;  // store
}
