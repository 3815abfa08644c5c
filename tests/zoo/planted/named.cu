// Named barriers of some warps.

// launch: grid 1 block 128 arguments i32[128]=iota
// expect: clean
__global__ void halves(int* data) {
  __shared__ int cells[128];
  int half = threadIdx.x / 64, other = half * 64 + 63 - threadIdx.x % 64;
  cells[threadIdx.x] = data[threadIdx.x];
  asm volatile("bar.sync %0, 64;" : : "r"(half + 1) : "memory");
  data[threadIdx.x] = cells[other];
}

// launch: grid 1 block 128 arguments i32[128]=iota
// expect: data-race shared cells [halves store] [halves load]
__global__ void halves_mixed(int* data) {
  __shared__ int cells[128];
  int half = threadIdx.x / 64;
  cells[threadIdx.x] = data[threadIdx.x];  // [halves store]
  asm volatile("bar.sync %0, 64;" : : "r"(half + 1) : "memory");
  data[threadIdx.x] = cells[127 - threadIdx.x];  // [halves load]
}

// One warp fills a cell, another empties it; barrier 1 says full, 2 says empty.
// launch: grid 1 block 64 arguments i32[128]=iota i32[128]=zeros
// expect: clean
__global__ void producer_and_consumer(const int* in, int* out) {
  __shared__ int cell[32];
  int lane = threadIdx.x % 32;
  for (int round = 0; round < 4; round++) {
    if (threadIdx.x < 32) {
      if (round > 0) asm volatile("bar.sync 2, 64;" : : : "memory");
      cell[lane] = in[round * 32 + lane];
      asm volatile("bar.arrive 1, 64;" : : : "memory");
    } else {
      asm volatile("bar.sync 1, 64;" : : : "memory");
      out[round * 32 + lane] = cell[31 - lane];
      if (round < 3) asm volatile("bar.arrive 2, 64;" : : : "memory");
    }
  }
}

// The producer does not wait until the cell is empty.
// launch: grid 1 block 64 arguments i32[128]=iota i32[128]=zeros
// expect: data-race shared cell [hasty store] [hasty load]
__global__ void hasty_producer(const int* in, int* out) {
  __shared__ int cell[32];
  int lane = threadIdx.x % 32;
  for (int round = 0; round < 4; round++) {
    if (threadIdx.x < 32) {
      cell[lane] = in[round * 32 + lane];  // [hasty store]
      asm volatile("bar.sync 1, 64;" : : : "memory");
    } else {
      asm volatile("bar.sync 1, 64;" : : : "memory");
      out[round * 32 + lane] = cell[31 - lane];  // [hasty load]
    }
  }
}

// A message between two warps of a block, by a flag in shared memory.
// launch: grid 1 block 64 arguments i32[32]=zeros
// expect: clean
__global__ void flag_between_warps(int* out) {
  __shared__ int message[32];
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    message[threadIdx.x] = threadIdx.x;
    __syncwarp();
    if (threadIdx.x == 0) {
      __threadfence_block();
      flag = 1;
    }
  } else {
    while (flag == 0) {}
    __threadfence_block();
    out[threadIdx.x - 32] = message[63 - threadIdx.x];
  }
}

// launch: grid 1 block 64 arguments i32[32]=zeros
// expect: missing-release shared message [warp message store] [warp message load]
__global__ void flag_between_warps_without_fence(int* out) {
  __shared__ int message[32];
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    message[threadIdx.x] = threadIdx.x;  // [warp message store]
    __syncwarp();
    if (threadIdx.x == 0) flag = 1;
  } else {
    while (flag == 0) {}
    __threadfence_block();
    out[threadIdx.x - 32] = message[63 - threadIdx.x];  // [warp message load]
  }
}

// The third warp leaves; the barrier of the other two has nothing to do with it, whether it has left before or not.
// launch: grid 1 block 96 arguments i32[96]=zeros
// expect: data-race global argument0 [third warp] [first warp]
__global__ void barrier_of_the_others(int* data) {
  if (threadIdx.x >= 64) {
    data[threadIdx.x - 64] = 1;  // [third warp]
    return;
  }
  for (int k = 0; k < 8; k++) asm volatile("bar.sync 1, 64;" : : : "memory");
  if (threadIdx.x < 32) data[threadIdx.x] += 2;  // [first warp]
}

// launch: grid 1 block 96 arguments i32[96]=zeros
// expect: clean
__global__ void barrier_of_all(int* data) {
  if (threadIdx.x >= 64) data[threadIdx.x - 64] = 1;
  asm volatile("bar.sync 1, 96;" : : : "memory");
  if (threadIdx.x < 32) data[threadIdx.x] = 2;
}

// Three warps read a cell, each with a barrier of its own that says so to the first warp, which then writes it.
// launch: grid 1 block 128 arguments i32[128]=zeros
// expect: clean
__global__ void refilled_after_three_readers(int* out) {
  __shared__ int cell;
  int warp = threadIdx.x / 32;
  if (threadIdx.x == 0) cell = 1;
  __syncthreads();
  if (warp > 0) {
    out[threadIdx.x] = cell;
    asm volatile("bar.arrive %0, 64;" : : "r"(warp) : "memory");
  } else {
    for (int reader = 1; reader <= 3; reader++) asm volatile("bar.sync %0, 64;" : : "r"(reader) : "memory");
    if (threadIdx.x == 0) cell = 2;
  }
}

// The writer waits for two of them.
// launch: grid 1 block 128 arguments i32[128]=zeros
// expect: data-race shared cell [one of three reads] [written too early]
__global__ void refilled_after_two_of_three(int* out) {
  __shared__ int cell;
  int warp = threadIdx.x / 32;
  if (threadIdx.x == 0) cell = 1;
  __syncthreads();
  if (warp > 0) {
    out[threadIdx.x] = cell;  // [one of three reads]
    asm volatile("bar.arrive %0, 64;" : : "r"(warp) : "memory");
  } else {
    for (int reader = 1; reader <= 2; reader++) asm volatile("bar.sync %0, 64;" : : "r"(reader) : "memory");
    if (threadIdx.x == 0) cell = 2;  // [written too early]
  }
}
