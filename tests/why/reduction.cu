// run: --grid 1 --block 64 --arg i32[64]=1 --arg i32[1]=zeros
// why: --element out[0]
// says: Why is out\[0\] 64\?
// says: Thread 0 of block 0 wrote 64 to out\[0\] at line {result}, read from s\[0\]
// says: Thread 0 of block 0 wrote 64 to s\[0\] at line {add}: s\[0\] \+ s\[1\] = 32 \+ 32|Thread 0 of block 0 wrote 64 to s\[0\] at line {add}: s\[1\] \+ s\[0\] = 32 \+ 32
// says: Thread 1 of block 0 wrote 32 to s\[1\] at line {add}
// never: nothing orders
// why: --wait 0,1,150
// says: Warp 1 of block 0 waited
__global__ void reduction(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (t < half) s[t] += s[t + half];  // add
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];  // result
}
