// Thread 0 fills the value that all others use; the barrier is missing.
// run: --grid 1 --block 64 --arg i32[1]=7 --arg i32[64]=zeros
// why: --element out[40]
// says: Thread 40 of block 0 wrote
// says: Thread 0 of block 0 had not written value yet: it wrote 7 at line {fill} only after thread 40 of block 0 had read|Thread 0 of block 0 wrote 7 to value at line {fill}.*in time only by chance
// why: --element in[0]
// says: No thread wrote any element of in
__global__ void flag(const int* in, int* out) {
  __shared__ int value;
  if (threadIdx.x == 0) value = in[0];  // fill
  out[threadIdx.x] = value;
}
