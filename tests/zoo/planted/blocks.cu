// Between blocks: only atomics with fences, or the end of the kernel, order anything.

// launch: grid 4 block 32 arguments i32[128]=iota
// launch: grid 2 block 64 arguments i32[128]=iota
// expect: data-race global argument0 [shift load] [shift store]
__global__ void shift_in_place(int* data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  int next = i + 1 < n ? data[i + 1] : 0;  // [shift load]
  __syncthreads();
  data[i] = next;  // [shift store]
}

// launch: grid 4 block 32 arguments i32[128]=iota i32[128]=zeros
// expect: clean
__global__ void shift(const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  out[i] = i + 1 < n ? in[i + 1] : 0;
}

// launch: grid 4 block 64 arguments i32[256]=iota i32[4]=zeros u32[1]=zeros i32[1]=zeros
// expect: data-race global argument1 [part store] [part load]
__global__ void last_block_without_fence(const int* data, int* parts, unsigned* ticket, int* sum) {
  __shared__ bool last;
  int mine = data[blockIdx.x * 64];
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = mine;  // [part store]
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int all = 0;
    for (int b = 0; b < gridDim.x; b++) all += parts[b];  // [part load]
    sum[0] = all;
  }
}

// launch: grid 4 block 64 arguments i32[256]=iota i32[4]=zeros u32[1]=zeros i32[1]=zeros
// expect: clean
__global__ void last_block(const int* data, int* parts, unsigned* ticket, int* sum) {
  __shared__ bool last;
  int mine = data[blockIdx.x * 64];
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = mine;
    __threadfence();
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int all = 0;
    for (int b = 0; b < gridDim.x; b++) all += parts[b];
    sum[0] = all;
  }
}

// Every thread publishes and fences its own, one takes the ticket for all.
// launch: grid 4 block 64 arguments i32[256]=iota i32[256]=zeros u32[1]=zeros i32[64]=zeros
// expect: clean
__global__ void last_block_of_all_threads(const int* data, int* parts, unsigned* ticket, int* sums) {
  __shared__ bool last;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  parts[i] = data[i];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(ticket, gridDim.x) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    int all = 0;
    for (int b = 0; b < gridDim.x; b++) all += parts[b * blockDim.x + threadIdx.x];
    sums[threadIdx.x] = all;
  }
}

// The barrier first, then one fence for all: fences are cumulative.
// launch: grid 4 block 64 arguments i32[256]=iota i32[256]=zeros u32[1]=zeros i32[64]=zeros
// expect: clean
__global__ void last_block_with_one_fence(const int* data, int* parts, unsigned* ticket, int* sums) {
  __shared__ bool last;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  parts[i] = data[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last) {
    int all = 0;
    for (int b = 0; b < gridDim.x; b++) all += parts[b * blockDim.x + threadIdx.x];
    sums[threadIdx.x] = all;
  }
}

// The fence of one thread does not cover what the others wrote without a barrier before it.
// launch: grid 4 block 64 arguments i32[256]=iota i32[256]=zeros u32[1]=zeros i32[64]=zeros
// expect: data-race global argument1 [lone store] [lone load]
__global__ void last_block_without_barrier(const int* data, int* parts, unsigned* ticket, int* sums) {
  __shared__ bool last;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  parts[i] = data[i];  // [lone store]
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    int all = 0;
    for (int b = 0; b < gridDim.x; b++) all += parts[b * blockDim.x + threadIdx.x];  // [lone load]
    sums[threadIdx.x] = all;
  }
}

// A fence for the block is too narrow between blocks.
// launch: grid 4 block 32 arguments i32[4]=zeros u32[1]=zeros i32[1]=zeros
// expect: data-race global argument0 [narrow store] [narrow load]
__global__ void last_block_with_narrow_fence(int* parts, unsigned* ticket, int* sum) {
  if (threadIdx.x != 0) return;
  parts[blockIdx.x] = blockIdx.x;  // [narrow store]
  __threadfence_block();
  if (atomicAdd(ticket, 1u) == gridDim.x - 1) {
    int all = 0;
    for (int b = 0; b < gridDim.x; b++) all += parts[b];  // [narrow load]
    sum[0] = all;
  }
}

// Release and acquire by themselves.
// launch: grid 4 block 32 arguments i32[4]=zeros u32[1]=zeros i32[1]=zeros
// expect: clean
__global__ void last_block_by_release_and_acquire(int* parts, unsigned* ticket, int* sum) {
  if (threadIdx.x != 0) return;
  parts[blockIdx.x] = blockIdx.x;
  unsigned mine;
  asm volatile("atom.acq_rel.gpu.add.u32 %0, [%1], 1;" : "=r"(mine) : "l"(ticket) : "memory");
  if (mine == gridDim.x - 1) {
    int all = 0;
    for (int b = 0; b < gridDim.x; b++) all += parts[b];
    sum[0] = all;
  }
}

// launch: grid 2 block 1 arguments i32[1]=zeros i32[1]=zeros i32[1]=zeros
// expect: missing-release global argument0 [message store] [message load]
__global__ void message_without_fence(int* message, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *message = 42;  // [message store]
    *flag = 1;
  } else {
    while (*flag == 0) {}
    out[0] = *message;  // [message load]
  }
}

// launch: grid 2 block 1 arguments i32[1]=zeros i32[1]=zeros i32[1]=zeros
// expect: clean
__global__ void message(int* message, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *message = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {}
    __threadfence();
    out[0] = *message;
  }
}

// A flag that the compiler and the hardware may keep anywhere.
// launch: grid 2 block 1 arguments i32[1]=zeros i32[1]=zeros i32[1]=zeros
// expect: data-race global argument1 [flag store] [flag load]
// may: data-race global argument0 [plain message store] [plain message load]
__global__ void message_with_plain_flag(int* message, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *message = 42;  // [plain message store]
    __threadfence();
    *flag = 1;  // [flag store]
  } else {
    int seen = *flag;  // [flag load]
    __threadfence();
    if (seen) out[0] = *message;  // [plain message load]
  }
}

// launch: grid 2 block 1 arguments i32[1]=zeros i32[1]=zeros i32[1]=zeros
// expect: clean
__global__ void message_by_release_and_acquire(int* message, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *message = 42;
    asm volatile("st.release.gpu.u32 [%0], 1;" : : "l"(flag) : "memory");
  } else {
    int seen;
    do asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    while (seen == 0);
    out[0] = *message;
  }
}

// not: nvcc_O0, which calls a function for each atomic: what a call returns is not followed
// launch: grid 4 block 32 arguments u32[1]=zeros i32[1]=zeros
// expect: missing-release global argument1 [unfenced add] [unfenced add]
__global__ void lock_without_fence(unsigned* lock, int* total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0u, 1u) != 0) {}
  *total += 1;  // [unfenced add]
  atomicExch(lock, 0u);
}

// launch: grid 4 block 32 arguments u32[1]=zeros i32[1]=zeros
// expect: clean
__global__ void lock(unsigned* lock, int* total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0u, 1u) != 0) {}
  __threadfence();
  *total += 1;
  __threadfence();
  atomicExch(lock, 0u);
}

// Every thread takes the lock in its turn.
// launch: grid 2 block 64 arguments u32[1]=zeros i32[1]=zeros
// expect: clean
__global__ void lock_by_all(unsigned* lock, int* total) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0u, 1u) == 0) {
      __threadfence();
      *total += 1;
      __threadfence();
      atomicExch(lock, 0u);
      done = true;
    }
  }
}

// The lock guards one of two places.
// launch: grid 4 block 32 arguments u32[1]=zeros i32[2]=zeros
// expect: data-race global argument1 [outside add] [outside add]
__global__ void work_outside_the_lock(unsigned* lock, int* totals) {
  if (threadIdx.x != 0) return;
  totals[1] += 1;  // [outside add]
  while (atomicCAS(lock, 0u, 1u) != 0) {}
  __threadfence();
  totals[0] += 1;
  __threadfence();
  atomicExch(lock, 0u);
}

// A barrier of the whole grid, by hand. All blocks have to be resident.
// launch: grid 4 block 32 arguments i32[128]=zeros u32[1]=zeros i32[128]=zeros
// expect: clean
__global__ void grid_barrier(int* data, unsigned* count, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  data[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1u);
    while (*(volatile unsigned*)count < gridDim.x) {}
    __threadfence();
  }
  __syncthreads();
  out[i] = data[(i + 33) % n];
}

// launch: grid 4 block 32 arguments i32[128]=zeros u32[1]=zeros i32[128]=zeros
// expect: missing-release global argument0 [grid store] [grid load]
__global__ void grid_barrier_without_fence(int* data, unsigned* count, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  data[i] = i;  // [grid store]
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(count, 1u);
    while (*(volatile unsigned*)count < gridDim.x) {}
  }
  __syncthreads();
  out[i] = data[(i + 33) % n];  // [grid load]
}

// A sum that goes from block to block.
// launch: grid 4 block 64 arguments i32[256]=iota i32[5]=zeros u32[5]=1,0,0,0,0
// expect: clean
__global__ void chained_scan(int* data, int* carry, unsigned* ready) {
  __shared__ int before;
  int i = blockIdx.x * 64 + threadIdx.x;
  if (threadIdx.x == 0) {
    int own = 0;
    for (int j = 0; j < 64; j++) own += data[blockIdx.x * 64 + j];
    while (atomicAdd(&ready[blockIdx.x], 0u) == 0) {}
    before = carry[blockIdx.x];
    carry[blockIdx.x + 1] = before + own;
    __threadfence();
    atomicAdd(&ready[blockIdx.x + 1], 1u);
  }
  __syncthreads();
  data[i] += before;
}
