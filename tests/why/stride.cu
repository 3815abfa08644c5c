// Each thread has two elements, 64 apart; n is larger than both rounds reach.
// run: --grid 1 --block 64 --arg i32[200]=zeros --arg i32=200
// why: --element out[70]
// says: Thread 6 of block 0 wrote 71
// why: --element out[150]
// says: Why did no thread write out\[150\]\?
// never: grid is too small
__global__ void stride(int* out, int n) {
  for (int i = threadIdx.x; i < 128; i += 64) out[i] = i + 1;
}
