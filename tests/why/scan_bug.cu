// In one array: a thread of the second warp reads what the first has overwritten, or not yet written.
// run: --grid 1 --block 64 --arg i32[64]=1 --arg i32[64]=zeros
// why: --finding 0
// says: Why “data race” at line {add}
// why: --element out[63]
// says: Thread 63 of block 0 wrote
__global__ void scan(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int step = 1; step < 64; step *= 2)
    if (t >= step) s[t] += s[t - step];  // add
  __syncthreads();
  out[t] = s[t];
}
