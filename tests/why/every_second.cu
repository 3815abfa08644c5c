// Only lanes with an even number write, so that their elements are 8 bytes apart: 16 lanes with 64 bytes in 4 sectors, where 2 would do.
// run: --grid 1 --block 32 --arg i32[32]=zeros
// why: --counter global_sectors
// says: 32-byte sectors: why 4\?
// says: Line {store} has all 4 sectors
// says: the lanes of warp 0 of block 0 wrote out\[0\], out\[2\], out\[4\], …: 16 lanes with 4 bytes each touched 4 sectors of 32 bytes; 2 would hold as many bytes
// never: neighbours|one more than
// why: --counter load_efficiency
// says: Load efficiency: why none\?
// says: No thread loaded from a buffer\.
__global__ void every_second(int* out) {
  if (threadIdx.x % 2 == 0) out[threadIdx.x] = 1;  // store
}
