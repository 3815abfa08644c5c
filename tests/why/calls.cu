// What a function was passed and what it returned, also where it calls itself; the condition stands in the caller.
// run: --grid 1 --block 64 --arg f32[60]=iota --arg f32[60]=zeros --arg i32=60
// why: --element c[7]
// says: Thread 7 of block 0 wrote 24.5 to c\[7\] at line {write}: \(blockIdx.x \* blockDim.x \+ threadIdx.x\) \* 0.5 \* a\[7\] = \(0 \* 64 \+ 7\) \* 0.5 \* 7
// says: a\[7\] was 7 when the kernel began
// never: returned
// run: -O 0 --grid 1 --block 64 --arg f32[60]=iota --arg f32[60]=zeros --arg i32=60
// why: --element c[6]
// says: wrote 18 to c\[6\] at line {write}
// says: a\[6\] was 6 when the kernel began
// why: --value 0,6,half
// says: set half to 3 at line {half}: \(blockIdx.x \* blockDim.x \+ threadIdx.x\) \* 0.5
// why: --value 0,6,x
// says: Why is x 6 in thread 6 of block 0
// why: --value 0,4,product
// says: Why is product 24 in thread 4 of block 0\?
// says: set product to 24 at line {product}, since 4 >
// why: --value 0,3,product
// says: set product to 6 at line {product}
__device__ __noinline__ float weight(int i, float x) {
  float half = i * 0.5f;  // half
  return half * x;
}

__device__ __noinline__ int factorial(int n) {
  int product = 1;
  if (n > 1) product = factorial(n - 1) * n;  // product
  return product;
}

__global__ void calls(const float* a, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i < 5 && factorial(i) > 1000) return;
  c[i] = weight(i, a[i]);  // write
}
