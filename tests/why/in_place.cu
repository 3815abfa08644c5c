// Every element takes the value of its right neighbour, in place: others may have overwritten it already.
// run: --grid 2 --block 32 --arg i32[65]=iota
// why: --element data[5]
// says: Why is data\[5\] 6\?
// says: Thread 5 of block 0 wrote 6 to data\[5\] at line {shift}, read from data\[6\]
// why: --finding 0
// says: Why “data race” at line {shift}
// says: The other side is thread
__global__ void shift(int* data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = data[i + 1];  // shift
}
