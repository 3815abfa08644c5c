// A write that a thread has observed comes before what the thread does next, also to the same place.

// launch: grid 2 block 1 arguments i32[1]=zeros i32[1]=zeros
// expect: clean
__global__ void flag_used_again(int* message, int* flag) {
  if (blockIdx.x == 0) {
    *message = 42;
    asm volatile("st.release.gpu.u32 [%0], 1;" : : "l"(flag) : "memory");
  } else {
    int seen;
    do asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    while (seen == 0);
    *flag = *message;
  }
}

// launch: grid 2 block 1 arguments i32[1]=zeros i32[1]=zeros
// expect: data-race global argument1 [released flag] [overwritten flag]
__global__ void flag_overwritten(int* message, int* flag) {
  if (blockIdx.x == 0) {
    *message = 42;
    asm volatile("st.release.gpu.u32 [%0], 1;" : : "l"(flag) : "memory");  // [released flag]
  } else {
    *flag = 2;  // [overwritten flag]
  }
}

// From block to block to block: the last one knows of the first one's write through the second.
// launch: grid 3 block 1 arguments i32[1]=zeros i32[1]=zeros
// expect: clean
__global__ void flag_handed_on(int* first, int* second) {
  int seen;
  if (blockIdx.x == 0) {
    asm volatile("st.release.gpu.u32 [%0], 1;" : : "l"(first) : "memory");
  } else if (blockIdx.x == 1) {
    do asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(seen) : "l"(first) : "memory");
    while (seen == 0);
    asm volatile("st.release.gpu.u32 [%0], 1;" : : "l"(second) : "memory");
  } else {
    do asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(seen) : "l"(second) : "memory");
    while (seen == 0);
    *first = 0;
    *second = 0;
  }
}

// The last block to come sets the ticket back, as every reduction of several launches does.
// launch: grid 4 block 64 arguments i32[256]=iota i32[4]=zeros u32[1]=zeros i32[1]=zeros
// expect: clean
__global__ void last_block_resets_the_ticket(const int* data, int* parts, unsigned* ticket, int* sum) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = data[blockIdx.x * 64];
    __threadfence();
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 33) {
    int all = 0;
    for (int b = 0; b < gridDim.x; b++) all += parts[b];
    sum[0] = all;
    *ticket = 0;
  }
}

// The second of four blocks writes over it: others may come before or after.
// launch: grid 4 block 32 arguments u32[1]=zeros
// expect: data-race global argument0 [ticket] [overwritten ticket]
__global__ void second_block_overwrites_the_ticket(unsigned* ticket) {
  if (threadIdx.x != 0) return;
  __threadfence();
  const bool second = atomicAdd(ticket, 1u) == 1;  // [ticket]
  if (second) *ticket = 100;  // [overwritten ticket]
}

// launch: grid 1 block 64 arguments i32[1]=zeros
// expect: clean
__global__ void flag_in_shared_memory(int* out) {
  __shared__ int message, flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(&flag));
  if (threadIdx.x == 0) {
    message = 42;
    asm volatile("st.release.cta.shared.u32 [%0], 1;" : : "r"(at) : "memory");
  } else if (threadIdx.x == 32) {
    int seen;
    do asm volatile("ld.acquire.cta.shared.u32 %0, [%1];" : "=r"(seen) : "r"(at) : "memory");
    while (seen == 0);
    flag = 0;
    out[0] = message;
  }
}

// A lock for each of 32 places, and volatile data under it, round after round: the cost of the check is linear in the rounds.
// launch: grid 1 block 64 arguments i32[32]=zeros i32[32]=zeros i32=20
// expect: clean
__global__ void lock_per_place(volatile int* data, int* locks, int rounds) {
  int place = threadIdx.x % 32;
  for (int round = 0; round < rounds; round++) {
    bool done = false;
    while (!done) {
      if (atomicCAS(&locks[place], 0, 1) == 0) {
        __threadfence();
        data[place] = data[place] + 1;
        __threadfence();
        atomicExch(&locks[place], 0);
        done = true;
      }
    }
    __syncthreads();
  }
}

// The same, but one thread of each pair takes no lock.
// launch: grid 1 block 64 arguments i32[32]=zeros i32[32]=zeros i32=8
// expect: data-race global argument0 [with lock] [without lock]
__global__ void lock_of_one_of_two(int* data, int* locks, int rounds) {
  int place = threadIdx.x % 32;
  for (int round = 0; round < rounds; round++) {
    if (threadIdx.x < 32) {
      while (atomicCAS(&locks[place], 0, 1) != 0) {
      }
      __threadfence();
      data[place] = 2 * round;  // [with lock]
      __threadfence();
      atomicExch(&locks[place], 0);
    } else {
      data[place] = round;  // [without lock]
    }
    __syncthreads();
  }
}

// The ticket is in shared memory, one for each warp; the last one to come sets it back for the next round.
// launch: grid 2 block 128 arguments i32[128]=iota i32[8]=zeros
// expect: clean
__global__ void ticket_in_shared_memory(const int* data, int* sums) {
  __shared__ int parts[4], ticket;
  if (threadIdx.x == 0) ticket = 0;
  for (int round = 0; round < 4; round++) {
    __syncthreads();
    if (threadIdx.x % 32 != 0) continue;
    parts[threadIdx.x / 32] = data[threadIdx.x] + round;
    __threadfence_block();
    if (atomicAdd(&ticket, 1) == 3) {
      sums[blockIdx.x * 4 + round] = parts[0] + parts[1] + parts[2] + parts[3];
      ticket = 0;
    }
  }
}

// The first one sets it back: the others may not have come.
// launch: grid 1 block 128 arguments i32[4]=zeros
// expect: data-race shared ticket [draws] [sets back too early]
// may: data-race shared ticket [sets back too early] [sets back too early]
__global__ void first_sets_the_ticket_back(int* seen) {
  __shared__ int ticket;
  if (threadIdx.x == 0) ticket = 0;
  __syncthreads();
  if (threadIdx.x % 32 != 0) return;
  __threadfence_block();
  const int drawn = atomicAdd(&ticket, 1);  // [draws]
  seen[threadIdx.x / 32] = drawn;
  if (drawn == 0) ticket = 0;  // [sets back too early]
}

// A counter that wraps by itself, and is set back at the end.
// launch: grid 4 block 32 arguments u32[1]=zeros i32[4]=zeros i32[1]=zeros
// expect: clean
__global__ void wrapping_ticket_set_back(unsigned* ticket, volatile int* parts, int* sum) {
  if (threadIdx.x != 0) return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1) {
    int all = 0;
    for (int b = 0; b < gridDim.x; b++) all += parts[b];
    *sum = all;
    *ticket = 0;
  }
}
