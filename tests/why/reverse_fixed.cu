// run: --grid 1 --block 64 --arg i32[64]=iota --arg i32[64]=zeros
// why: --element out[40]
// says: Why is out\[40\] 46\?
// says: Thread 40 of block 0 wrote 46 to out\[40\] at line {store}: tile\[23\] \* 2 = 23 \* 2
// says: Thread 23 of block 0 wrote 23 to tile\[23\] at line {fill}, read from in\[23\]
// says: in\[23\] was 23 when the kernel began
// never: nothing orders
// why: --element out[3]
// says: Thread 60 of block 0 wrote 60 to tile\[60\]
// why: --wait 0,0,200
// says: Warp 0 of block 0 waited .* for what it read of in at line {fill} \(4 sectors from memory\)
__global__ void reverse(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];  // fill
  __syncthreads();
  out[t] = tile[63 - t] * 2;  // store
}
