// Warp 0 works long before the barrier: warp 1 waits for it, as it waits for memory.
// run: --grid 1 --block 64 --arg i32[4096]=1 --arg i32[64]=zeros
// why: --wait 0,1,300
// says: Warp 1 of block 0 waited [\d,]+ modelled cycles, from \d+ to [\d,]+, at the barrier at line {meet}: warp 0 of block 0 came to it last
// says: Warp 0 of block 0 waited
// says: for what it read of in at line {read}
// why: --wait 0,5,300
// says: there is no warp 5: the launch has 2, numbered from 0
__global__ void late(const int* in, int* out) {
  int t = threadIdx.x, sum = 0;
  if (t < 32)
    for (int k = 0; k < 8; ++k) sum += in[(sum + 32 * k + t) & 4095];  // read
  // Everybody meets here.
  __syncthreads();  // meet
  out[t] = sum;
}
