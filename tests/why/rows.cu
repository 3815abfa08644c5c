// Grid x and y are swapped: the lower rows have no thread.
// run: --grid 4,1 --block 8,8 --arg i32[256]=zeros --arg i32=8 --arg i32=32
// why: --element out[100]
// says: The grid is too small: thread 12 in y, counted from 0, would have written out\[100\] at line {store}, and the launch has only 8 threads in y \(1 block of 8\)
// why: --element out[20]
// says: Thread \(4,2,0\) of block \(0,0,0\) wrote 20
__global__ void rows(int* out, int columns, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < height) out[y * columns + x] = y * columns + x;  // store
}
