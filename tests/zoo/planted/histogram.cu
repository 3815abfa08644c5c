// Counting: updates of one place by many.

// launch: grid 4 block 64 arguments i32[256]=iota i32[8]=zeros
// launch: grid 1 block 32 arguments i32[256]=iota i32[8]=zeros
// expect: data-race global argument1 [count add] [count add]
__global__ void count_without_atomic(const int* data, int* bins) {
  int bin = data[blockIdx.x * blockDim.x + threadIdx.x] % 8;
  bins[bin] = bins[bin] + 1;  // [count add]
}

// launch: grid 4 block 64 arguments i32[256]=iota i32[8]=zeros
// launch: grid 1 block 32 arguments i32[256]=iota i32[8]=zeros
// expect: clean
__global__ void count(const int* data, int* bins) {
  atomicAdd(&bins[data[blockIdx.x * blockDim.x + threadIdx.x] % 8], 1);
}

// launch: grid 2 block 64 arguments i32[128]=iota i32[8]=zeros
// expect: data-race shared own [zero] [own add]
__global__ void own_without_first_barrier(const int* data, int* bins) {
  __shared__ int own[8];
  if (threadIdx.x >= 56) own[threadIdx.x - 56] = 0;  // [zero]
  atomicAdd(&own[data[blockIdx.x * 64 + threadIdx.x] % 8], 1);  // [own add]
  __syncthreads();
  if (threadIdx.x < 8) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

// launch: grid 2 block 64 arguments i32[128]=iota i32[8]=zeros
// expect: data-race shared own [own add 2] [flush]
__global__ void own_without_second_barrier(const int* data, int* bins) {
  __shared__ int own[8];
  if (threadIdx.x < 8) own[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&own[data[blockIdx.x * 64 + threadIdx.x] % 8], 1);  // [own add 2]
  if (threadIdx.x < 8) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);  // [flush]
}

// launch: grid 2 block 64 arguments i32[128]=iota i32[8]=zeros
// launch: grid 1 block 128 arguments i32[128]=iota i32[8]=zeros
// expect: clean
__global__ void own(const int* data, int* bins) {
  __shared__ int own[8];
  if (threadIdx.x < 8) own[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&own[data[blockIdx.x * blockDim.x + threadIdx.x] % 8], 1);
  __syncthreads();
  if (threadIdx.x < 8) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

// launch: grid 4 block 32 arguments i32[1]=zeros i32[4]=zeros
// expect: data-race global argument0 [total add] [total read]
__global__ void atomic_and_plain_read(int* total, int* seen) {
  atomicAdd(total, 1);  // [total add]
  __syncthreads();
  if (threadIdx.x == 0) seen[blockIdx.x] = *total;  // [total read]
}

// What an atomic gives back may be used.
// launch: grid 4 block 32 arguments i32[1]=zeros i32[128]=zeros
// expect: clean
__global__ void atomic_result(int* total, int* out) {
  out[atomicAdd(total, 1)] = 1;
}

// launch: grid 2 block 32 arguments i32[1]=zeros
// expect: data-race global argument0 [reset] [add after reset]
__global__ void atomic_and_plain_write(int* total) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *total = 0;  // [reset]
  atomicAdd(total, 1);  // [add after reset]
}

// Atomics of two widths on one place are not atomic to one another.
// launch: grid 2 block 32 arguments u64[1]=zeros
// expect: data-race global argument0 [wide add] [narrow add]
__global__ void atomics_of_two_widths(unsigned long long* total) {
  if (blockIdx.x == 0) atomicAdd(total, 1ull);  // [wide add]
  if (blockIdx.x == 1) atomicAdd((unsigned*)total, 1u);  // [narrow add]
}

// Atomic for the threads of its own block only.
// launch: grid 2 block 32 arguments u32[1]=zeros
// expect: data-race global argument0 [narrow scope] [narrow scope]
__global__ void atomic_of_block_scope(unsigned* total) {
  asm volatile("red.relaxed.cta.add.u32 [%0], %1;" : : "l"(total), "r"(1u) : "memory");  // [narrow scope]
}

// launch: grid 1 block 64 arguments u32[1]=zeros
// expect: clean
__global__ void atomic_of_block_scope_in_a_block(unsigned* total) {
  asm volatile("red.relaxed.cta.add.u32 [%0], %1;" : : "l"(total), "r"(1u) : "memory");
}
