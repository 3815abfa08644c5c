// Three neighbours; the edges are left out by the guard.
// run: --grid 2 --block 32 --arg i32[64]=iota --arg i32[64]=zeros --arg i32=64
// why: --element out[10]
// says: Thread 10 of block 0 wrote 30 to out\[10\] at line {store}
// says: in\[9\]
// says: These values were there when the kernel began
// why: --element out[0]
// says: Thread 0 of block 0 would have written it, but did not execute the store at line {store}
// says: Thread 0 of block 0 left the kernel at line {guard}
// why: --element out[63]
// says: Thread 31 of block 1 would have written it
// says: left the kernel at line {guard}
__global__ void stencil(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || i >= n - 1) return;  // guard
  out[i] = in[i - 1] + in[i] + in[i + 1];  // store
}
