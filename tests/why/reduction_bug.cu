// The barrier stands behind the loop only.
// run: --grid 1 --block 128 --arg i32[128]=1 --arg i32[1]=zeros
// why: --element out[0]
// says: Thread 0 of block 0 wrote \d+ to out\[0\]
// why: --finding 0
// says: data race
__global__ void reduction(const int* in, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int half = 64; half > 0; half /= 2)
    if (t < half) s[t] += s[t + half];
  __syncthreads();
  if (t == 0) out[0] = s[0];
}
