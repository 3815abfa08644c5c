// The blocks' own counts lose updates, in shared memory.
// run: --grid 1 --block 64 --arg i32[1]=zeros
// why: --element total[0]
// says: Thread 0 of block 0 wrote \d+ to total\[0\] at line {total}, read from count
// says: wrote \d+ to count at line {update}: count \+ 1 = \d+ \+ 1, over what thread \d+ of block 0 had written since it was read
__global__ void shared_counts(int* total) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  count = count + 1;  // update
  __syncthreads();
  if (threadIdx.x == 0) total[0] = count;  // total
}
