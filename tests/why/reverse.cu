// The barrier between the two lines is missing: the second warp's elements are read before it has written them.
// run: --grid 1 --block 64 --arg i32[64]=iota --arg i32[64]=zeros
// why: --element out[40]
// says: Thread 40 of block 0 wrote
// says: tile\[23\] \* 2|tile\[23\] \+ tile\[23\]|tile\[63 - 40\]
// says: had not written tile\[23\] yet: it wrote 23 at line \d+ only after thread 40 of block 0 had read -?\d+ at line \d+, and nothing orders the two|in time only by chance: nothing makes the read wait for it
// why: --element out[40] --instead {folder}/reverse_fixed.cu
// says: Why is out\[40\] -?\d+, and 46 with
// says: No thread had written tile\[23\]; with .*reverse_fixed.cu, thread 23 of block 0 wrote 23 at line \d+
// says: So thread 40 of block 0 wrote -?\d+ to out\[40\] at line \d+, and not 46
// why: --finding 0
// says: Why “data race” at line
// says: The other side is thread
__global__ void reverse(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  out[t] = tile[63 - t] * 2;
}
