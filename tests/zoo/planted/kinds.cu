// Of several accesses to one place, the check must not keep only the last: each conflicts with others than the last one does.

// So that what follows comes last under any schedule, although nothing orders it.
__device__ void come_late() {
  for (int i = 0; i < 1000; ++i) asm volatile("nanosleep.u32 100;");
}

// The second add of block 1 has the device's scope, the first one only the block's.
// launch: grid 2 block 64 arguments i32[1]=zeros
// expect: data-race global argument0 [block add] [device max]
__global__ void block_add_then_device_add(int* count) {
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0) atomicAdd_block(count, 1);  // [block add]
    __syncthreads();
    if (threadIdx.x == 32) atomicAdd(count, 1);
  } else if (threadIdx.x == 0) {
    come_late();
    atomicMax(count, 1);  // [device max]
  }
}

// launch: grid 2 block 64 arguments i32[2]=zeros
// expect: clean
__global__ void block_add_to_its_own_place(int* counts) {
  if (threadIdx.x == 0) atomicAdd_block(&counts[blockIdx.x], 1);
  __syncthreads();
  if (threadIdx.x == 32) atomicAdd(&counts[blockIdx.x], 1);
}

// Block 1's add comes after block 0's, which conflicts with the maximum of block scope; the two of block 1 do not.
// launch: grid 2 block 64 arguments i32[1]=zeros i32[1]=zeros
// expect: data-race global argument0 [first add] [max for the block]
__global__ void add_of_another_block_before(int* count, int* flag) {
  if (blockIdx.x == 0) {
    if (threadIdx.x != 0) return;
    atomicAdd(count, 1);  // [first add]
    asm volatile("st.release.gpu.u32 [%0], 1;" : : "l"(flag) : "memory");
  } else if (threadIdx.x == 0) {
    int seen;
    do asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    while (seen == 0);
    atomicAdd(count, 1);
  } else if (threadIdx.x == 32) {
    come_late();
    atomicMax_block(count, 1);  // [max for the block]
  }
}

// launch: grid 2 block 64 arguments i32[1]=zeros i32[1]=zeros
// expect: clean
__global__ void add_of_another_block_ordered(int* count, int* flag) {
  if (blockIdx.x == 0) {
    if (threadIdx.x != 0) return;
    atomicAdd(count, 1);
    asm volatile("st.release.gpu.u32 [%0], 1;" : : "l"(flag) : "memory");
    return;
  }
  if (threadIdx.x == 0) {
    int seen;
    do asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    while (seen == 0);
    atomicAdd(count, 1);
  }
  __syncthreads();
  if (threadIdx.x == 32) atomicAdd_block(count, 1);
}

// The strong loads of the other threads do not conflict with the atomic, thread 64's plain one does.
// launch: grid 1 block 128 arguments i32[1]=zeros i32[128]=zeros
// expect: data-race global argument0 [plain load among strong ones] [add after loads]
__global__ void plain_load_among_strong_ones(int* count, int* out) {
  int seen = 0;
  if (threadIdx.x < 64)
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(count) : "memory");
  else if (threadIdx.x == 64)
    seen = *count;  // [plain load among strong ones]
  else if (threadIdx.x == 96)
    atomicAdd(count, 1);  // [add after loads]
  out[threadIdx.x] = seen;
}

// launch: grid 1 block 128 arguments i32[1]=zeros i32[128]=zeros
// expect: clean
__global__ void strong_loads_only(int* count, int* out) {
  int seen = 0;
  if (threadIdx.x <= 64)
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(count) : "memory");
  else if (threadIdx.x == 96)
    atomicAdd(count, 1);
  out[threadIdx.x] = seen;
}

// Atomics of different width on one place are no atomics to each other.
// launch: grid 2 block 64 arguments u64[1]=zeros
// expect: data-race global argument0 [narrow add] [wide max]
__global__ void narrow_add_then_wide_add(unsigned long long* count) {
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0) atomicAdd(reinterpret_cast<unsigned*>(count), 1u);  // [narrow add]
    __syncthreads();
    if (threadIdx.x == 32) atomicAdd(count, 1ull);
  } else if (threadIdx.x == 0) {
    come_late();
    atomicMax(count, 1ull);  // [wide max]
  }
}

// launch: grid 1 block 64 arguments u64[1]=zeros
// expect: clean
__global__ void narrow_add_before_wide_adds(unsigned long long* count) {
  if (threadIdx.x == 0) atomicAdd(reinterpret_cast<unsigned*>(count), 1u);
  __syncthreads();
  if (threadIdx.x >= 32) atomicAdd(count, 1ull);
}

// The atomic of the same thread hides its volatile store no longer.
// launch: grid 2 block 32 arguments i32[1]=zeros i32[1]=zeros
// expect: unordered-volatile global argument0 [volatile store] [volatile load]
__global__ void volatile_store_then_add(volatile int* data, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 7;  // [volatile store]
    atomicAdd(const_cast<int*>(data), 1);
  } else {
    *out = *data;  // [volatile load]
  }
}

// launch: grid 2 block 32 arguments i32[2]=zeros i32[1]=zeros
// expect: clean
__global__ void volatile_store_and_add_elsewhere(volatile int* data, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 7;
    atomicAdd(const_cast<int*>(data), 1);
  } else {
    *out = data[1];
  }
}

// In shared memory, between two barriers: the plain load of warp 2 conflicts with the adds, the volatile ones do not.
// launch: grid 1 block 128 arguments i32[128]=zeros
// expect: data-race shared count [plain load in shared memory] [add in shared memory]
__global__ void plain_load_in_shared_memory(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(&count));
  int seen = 0;
  if (threadIdx.x < 64)
    asm volatile("ld.relaxed.cta.shared.u32 %0, [%1];" : "=r"(seen) : "r"(at) : "memory");
  else if (threadIdx.x == 64)
    seen = count;  // [plain load in shared memory]
  else if (threadIdx.x == 96)
    atomicAdd(&count, 1);  // [add in shared memory]
  out[threadIdx.x] = seen;
}

// launch: grid 1 block 128 arguments i32[128]=zeros
// expect: clean
__global__ void plain_load_before_the_barrier(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(&count));
  int seen = 0;
  if (threadIdx.x < 64) asm volatile("ld.relaxed.cta.shared.u32 %0, [%1];" : "=r"(seen) : "r"(at) : "memory");
  if (threadIdx.x == 64) seen = count;
  __syncthreads();
  if (threadIdx.x == 96) atomicAdd(&count, 1);
  out[threadIdx.x] = seen;
}
