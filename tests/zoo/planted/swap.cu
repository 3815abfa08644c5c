// Compare-and-swap loops that begin with a plain read.

// As in the CUDA C++ Programming Guide, "Atomic Functions".
__device__ double add(double* address, double value) {
  unsigned long long* bits = (unsigned long long*)address;
  unsigned long long old = *bits, assumed;  // [first guess]
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));  // [swap]
  } while (assumed != old);
  return __longlong_as_double(old);
}

// not: nvcc_O0, which calls a function for each atomic: what a call returns is not followed
// launch: grid 2 block 64 arguments f64[1]=zeros
// expect: harmless data-race global argument0 [first guess] [swap]
__global__ void add_by_swap(double* sum) { add(sum, 1); }

// not: nvcc_O0, which calls a function for each atomic: what a call returns is not followed
// launch: grid 2 block 64 arguments f64[1]=zeros f64[128]=zeros
// expect: harmless data-race global argument0 [first guess] [swap]
__global__ void add_by_swap_and_use_the_old_value(double* sum, double* old) {
  old[blockIdx.x * 64 + threadIdx.x] = add(sum, 1);
}

// The value read decides whether to swap at all.
// launch: grid 2 block 64 arguments i32[1]=zeros
// expect: data-race global argument0 [decides] [swaps the largest]
__global__ void largest(int* most) {
  int value = blockIdx.x * 64 + threadIdx.x, old = *most;  // [decides]
  while (value > old) {
    int assumed = old;
    old = atomicCAS(most, assumed, value);  // [swaps the largest]
    if (old == assumed) break;
  }
}

// The value read is kept.
// launch: grid 2 block 64 arguments i32[1]=zeros i32[128]=zeros
// expect: data-race global argument0 [kept] [swap after]
__global__ void keeps_the_guess(int* count, int* seen) {
  int old = *count, assumed;  // [kept]
  seen[blockIdx.x * 64 + threadIdx.x] = old;
  do {
    assumed = old;
    old = atomicCAS(count, assumed, assumed + 1);  // [swap after]
  } while (assumed != old);
}

// A plain write is not one of the loop's.
// not: nvcc_O0, which calls a function for each atomic: what a call returns is not followed
// launch: grid 2 block 64 arguments i32[1]=zeros
// expect: data-race global argument0 [resets] [swaps as well]
// may: data-race global argument0 [resets] [first guess after all]
// may: harmless data-race global argument0 [first guess after all] [swaps as well]
__global__ void plain_write(int* count) {
  if (blockIdx.x == 1 && threadIdx.x == 0) *count = 100;  // [resets]
  int old = *count, assumed;  // [first guess after all]
  do {
    assumed = old;
    old = atomicCAS(count, assumed, assumed + 1);  // [swaps as well]
  } while (assumed != old);
}

// As cuda_bf16.h writes it for GPUs without an atomic of this type: a swap of two bytes.
__device__ void add_bfloat16(unsigned short* address, float value) {
  unsigned short old = *address, assumed;  // [two bytes]
  do {
    assumed = old;
    const unsigned short sum = __float_as_uint(__uint_as_float((unsigned)assumed << 16) + value) >> 16;
    asm volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(address), "h"(assumed), "h"(sum) : "memory");  // [swap of two bytes]
  } while (assumed != old);
}

// not: nvcc_O0, as above; clang_O0, which takes the upper half of a float from memory, as another variable
// launch: grid 2 block 64 arguments u16[2]=zeros
// expect: harmless data-race global argument0 [two bytes] [swap of two bytes]
__global__ void add_of_bfloat16(unsigned short* sum) { add_bfloat16(sum + 1, 1.0f); }

__device__ void multiply(float* address, float value) {
  int* bits = (int*)address;
  int old = *bits, assumed;  // [factor]
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(value * __int_as_float(assumed)));  // [swap product]
  } while (assumed != old);
}

// In shared memory.
// not: nvcc_O0, which calls a function for each atomic: what a call returns is not followed
// launch: grid 2 block 64 arguments f32[2]=zeros
// expect: harmless data-race shared product [factor] [swap product]
__global__ void product_by_swap(float* out) {
  __shared__ float product;
  if (threadIdx.x == 0) product = 1;
  __syncthreads();
  multiply(&product, 1.0f + threadIdx.x % 2);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = product;
}
