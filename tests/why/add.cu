// run: --grid 4 --block 256 --arg f32[1000]=iota --arg f32[1000]=1 --arg f32[1000]=zeros --arg i32=900
// why: --element c[17]
// says: Why is c\[17\] 18\?
// says: Thread 17 of block 0 wrote 18 to c\[17\] at line {store}: a\[17\] \+ b\[17\] = 17 \+ 1\.
// says: a\[17\] and b\[17\] had these values when the kernel began
// why: --element c[899]
// says: Thread 131 of block 3 wrote 900
// why: --element c[900]
// says: Why did no thread write c\[900\]\?
// says: Thread 132 of block 3 would have written it
// says: left the kernel at line {store}, since 900 >= 900 \(blockIdx\.x \* blockDim\.x \+ threadIdx\.x >= n\)
// run: --grid 3 --block 256 --arg f32[1000]=iota --arg f32[1000]=1 --arg f32[1000]=zeros --arg i32=1000
// why: --element c[768]
// says: The grid is too small: thread 768, counted from 0, would have written c\[768\] at line {store}, and the launch has only 768 threads \(3 blocks of 256\)
// why: --element a[5]
// says: No thread wrote any element of a in this launch
__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];  // store
}
