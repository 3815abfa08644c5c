// run: --grid 1 --block 32 --arg i32[32]=iota --arg i32[32]=3 --arg i32[32]=zeros
// why: --element out[20]
// says: Why is out\[20\] 3\?
// says: Thread 20 of block 0 wrote 3 to out\[20\] at line {store}, read from in\[3\]
// says: in\[3\] was 3 when the kernel began
__global__ void gather(const int* in, const int* from, int* out) {
  int i = threadIdx.x;
  out[i] = in[from[i]];  // store
}
