// run: --grid 4 --block 32 --arg i32[2]=zeros
// why: --element count[0]
// says: Why is count\[0\] 128\?
// says: updated count\[0\] atomically at line {update}, from 127 to 128, the last of 128 updates
// never: not in it
__global__ void counter(int* count) {
  int one = 1;
  atomicAdd(&count[0], one);  // update
}
