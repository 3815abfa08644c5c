// run: --grid 2,1 --block 8,8 --arg f32[256]=iota --arg f32[256]=1 --arg f32[256]=zeros --arg i32=16
// why: --element c[17]
// says: Why is c\[17\] 376\?
// says: Thread \(1,1,0\) of block \(0,0,0\) wrote 376 to c\[17\] at line {store}, computed from
// says: These values were there when the kernel began
// why: --element c[170]
// says: The grid is too small: thread 10 in y, counted from 0, would have written c\[170\] at line {store}, and the launch has only 8 threads in y \(1 block of 8\)
// why: --element c[12]
// says: Thread \(4,0,0\) of block \(1,0,0\) wrote 120 to c\[12\]
__global__ void product(const float* a, const float* b, float* c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || col >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;  // store
}
