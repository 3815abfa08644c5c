// A guard that only compares the thread's number with n says nothing about a value: it is not told.
// run: --grid 2 --block 32 --arg i32[64]=iota --arg i32[64]=zeros --arg i32=50
// why: --element out[40]
// says: Thread 8 of block 1 wrote 120 to out\[40\] at line {store}: in\[40\] \* 3 = 40 \* 3\.
// never: since
__global__ void guarded(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * 3;  // store
}
