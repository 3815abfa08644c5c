// Each element becomes the sum of all up to it, in two arrays by turns.
// run: --grid 1 --block 64 --arg i32[64]=1 --arg i32[64]=zeros
// why: --element out[5]
// says: Why is out\[5\] 6\?
// says: Thread 5 of block 0 wrote 6 to out\[5\] at line {store}, read from s\[0\]\[5\]
// says: Thread 5 of block 0 wrote 6 to s\[0\]\[5\]
// never: nothing orders
__global__ void scan(const int* in, int* out) {
  __shared__ int s[2][64];
  int t = threadIdx.x, from = 0;
  s[0][t] = in[t];
  __syncthreads();
  for (int step = 1; step < 64; step *= 2) {
    s[1 - from][t] = t >= step ? s[from][t] + s[from][t - step] : s[from][t];
    from = 1 - from;
    __syncthreads();
  }
  out[t] = s[from][t];  // store
}
