// A grid of 1 block with 48 threads, 16 of which are in the second warp. Costs by hand: line {apart} reads elements 32 apart, 128
// bytes: a sector for each lane, 48 in all. Line {beside} writes 48 neighbours: 4 sectors and 2. Line {column} writes a column of a
// tile of 32 columns, and line {beside} reads it: all in one bank, 31 passes too many for the full warp, 15 for the other. Line {same}
// has one address for all lanes: 31 collisions and 15.
// run: --grid 1 --block 48 --arg f32[1536]=iota --arg f32[48]=zeros --arg u32[1]=zeros
// why: --counter global_sectors
// says: 32-byte sectors: why 56\?
// says: Line {apart} has 48 sectors of 56 \(2 instructions of warps\)
// says: neighbouring lanes of warp 0 of block 0 read in\[0\] and in\[32\], 128 bytes apart: 32 lanes with 4 bytes each touched 32 sectors
// says: Line {beside} has 6 sectors of 56
// says: Line {same} has 2 sectors of 56
// why: --counter store_efficiency
// says: Store efficiency: why 100 %\?
// says: Line {beside} has all 6 sectors of stores
// says: the lanes of warp 0 of block 0 wrote neighbours, from out\[0\] to out\[31\]: 32 lanes with 4 bytes each touched 4 sectors of 32 bytes\.
// why: --counter bank_conflicts
// says: Bank conflicts: why 92\?
// says: Line {column} has 46 bank conflicts of 92 \(2 instructions of warps\)
// says: lanes 0, 1, 2, … \(32 lanes\) of warp 0 of block 0 wrote tile\[0\]\[0\], tile\[1\]\[0\], tile\[2\]\[0\], …, all in bank 0
// says: 32 passes
// why: --counter atomic_collisions
// says: Atomic collisions: why 46\?
// says: Line {same} has all 46 collisions
// says: lanes 0, 1, 2, … \(32 lanes\) of warp 0 of block 0 updated total\[0\], one after the other
// why: --counter divergent_branches
// says: Divergent branches: why 0\?
// says: At every branch, all lanes of a warp went the same way\.
// why: --counter simt_efficiency
// says: SIMT efficiency: why 75 %\?
// says: The fewest took part in warp 1 of block 0, 16 of 32: a block of 48 threads leaves the other lanes of its last warp without a thread\.
// why: --counter registers
// says: there is no counter 'registers' to ask about; there are global_sectors, 
__global__ void counters(const float* in, float* out, unsigned* total) {
  __shared__ float tile[48][32];
  float value = in[32 * threadIdx.x];  // apart
  tile[threadIdx.x][0] = value;  // column
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1][0] * 2;  // beside
  atomicAdd(total, (unsigned)value);  // same
}
