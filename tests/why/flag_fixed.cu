// run: --grid 1 --block 64 --arg i32[1]=7 --arg i32[64]=zeros
// why: --element out[40]
// says: Thread 40 of block 0 wrote 7 to out\[40\] at line {store}, read from value
// says: Thread 0 of block 0 wrote 7 to value at line {fill}, read from in\[0\]
// says: in\[0\] was 7 when the kernel began
// never: chance|nothing orders
__global__ void flag(const int* in, int* out) {
  __shared__ int value;
  if (threadIdx.x == 0) value = in[0];  // fill
  __syncthreads();
  out[threadIdx.x] = value;  // store
}
