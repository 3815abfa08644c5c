// The guard leaves out the last row and, by mistake, the first column.
// run: --grid 2,2 --block 4,4 --arg i32[64]=zeros --arg i32=8
// why: --element out[9]
// says: Thread \(1,1,0\) of block \(0,0,0\) wrote 10
// why: --element out[16]
// says: Thread \(0,2,0\) of block \(0,0,0\) would have written it, but did not execute the store at line {store}
// says: Thread \(0,2,0\) of block \(0,0,0\) left the kernel at line {guard}, since 0 (<= 0|== 0|< 1|<= 0)
// why: --element out[58]
// says: Thread \(2,3,0\) of block \(0,1,0\) would have written it
// says: left the kernel at line {guard}, since 7 (>= 7|== 7|> 6)
// why: --element out[0]
// says: Thread \(0,0,0\) of block \(0,0,0\) would have written it
// says: left the kernel at line {guard}
__global__ void guard(int* out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y < n - 1)  // guard
    out[y * n + x] = y * n + x + 1;  // store
}
