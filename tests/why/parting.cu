// Lanes below 8 go round 4 times, the others not at all; then the block waits for its first warp.
// run: --grid 1 --block 64 --arg i32[64]=iota --arg i32=8
// why: --counter divergent_branches
// says: Divergent branches: why 1\?
// says: Line {parts} has it
// says: In warp 0 of block 0, (8|24) lanes jumped and (8|24) did not: for lane \d, \d [<>]=? 8 \(threadIdx.x [<>]=? n\); for lane \d, \d [<>]=? 8
// why: --counter barrier_wait_cycles
// says: Line {wait} has all [\d,]+ modelled cycles
// says: Warp 1 of block 0 waited [\d,]+ modelled cycles
// says: at the barrier at line {wait}: warp 0 of block 0 came to it last
// why: --counter memory_wait_cycles
// says: Line {last} has
// says: for what it read of data at line {last}
__global__ void parting(int* data, int n) {
  int i = threadIdx.x;
  if (i < n)  // parts
    for (int round = 0; round < 4; ++round) data[i] = data[i] * 3 + data[i + 32];
  __syncthreads();  // wait
  data[i] += 1;  // last
}
