// The tile's columns are padded, its rows have names of two indices.
// run: --grid 1,1 --block 8,8 --arg i32[64]=iota --arg i32[64]=zeros
// why: --element out[10]
// says: Why is out\[10\] 17\?
// says: Thread \(2,1,0\) of block \(0,0,0\) wrote 17 to out\[10\] at line {store}, read from tile\[2\]\[1\]
// says: Thread \(1,2,0\) of block \(0,0,0\) wrote 17 to tile\[2\]\[1\] at line {fill}, read from in\[17\]
// says: in\[17\] was 17 when the kernel began
__global__ void transpose(const int* in, int* out) {
  __shared__ int tile[8][9];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[8 * y + x];  // fill
  __syncthreads();
  out[8 * y + x] = tile[x][y];  // store
}
