// Bugs that stop the kernel.

// launch: grid 4 block 32 arguments i32[100]=zeros
// expect: out-of-bounds global argument0 [past the end]
__global__ void no_guard(int* data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;  // [past the end]
}

// launch: grid 1 block 1 arguments i32[10]=zeros i32=10
// expect: out-of-bounds global argument0 [one too far]
__global__ void off_by_one(int* data, int n) {
#pragma unroll 1
  for (int i = 0; i <= n; i++) data[i] = i;  // [one too far]
}

// launch: grid 1 block 1 arguments i32[10]=zeros i32=10
// expect: clean
__global__ void loop_within_bounds(int* data, int n) {
#pragma unroll 1
  for (int i = 0; i < n; i++) data[i] = i;
}

// launch: grid 2 block 32 arguments i32[64]=iota i32[64]=zeros
// expect: out-of-bounds global argument0 [left of the first]
__global__ void negative_index(const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i - 1];  // [left of the first]
}

// launch: grid 1 block 64 arguments i32[64]=zeros
// expect: out-of-bounds shared * [past the tile]
__global__ void past_the_tile(int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = 0;
  __syncthreads();
  tile[threadIdx.x + (out[threadIdx.x] == 0 ? 1 : 0)] = threadIdx.x;  // [past the tile]
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

// launch: grid 1 block 32 arguments i32[64]=zeros
// expect: misaligned global argument0 [odd cast]
__global__ void misaligned_cast(int* data) {
  *(long long*)(data + threadIdx.x) = 1;  // [odd cast]
}

// launch: grid 1 block 64 arguments i32[64]=zeros
// expect: barrier-divergence [some wait]
__global__ void barrier_in_a_branch(int* data) {
  if (threadIdx.x < 40) {
    data[threadIdx.x] = 1;
    __syncthreads();  // [some wait]
  } else {
    data[threadIdx.x] = 2;
    __syncwarp(__activemask() & 0u | 0xffffff00u);
  }
  data[threadIdx.x] += 1;
}

// Threads that leave early are not waited for.
// launch: grid 2 block 64 arguments i32[128]=zeros i32=40
// expect: clean
__global__ void early_return(int* data, int n) {
  __shared__ int cells[64];
  if (threadIdx.x >= n) return;
  cells[threadIdx.x] = threadIdx.x;
  __syncthreads();
  data[blockIdx.x * 64 + threadIdx.x] = cells[n - 1 - threadIdx.x];
}

// The lock is taken twice.
// launch: grid 1 block 1 steps 100000 arguments u32[1]=zeros
// expect: step-limit [taken again]
__global__ void lock_taken_twice(unsigned* lock) {
  while (atomicCAS(lock, 0u, 1u) != 0) {}
  while (atomicCAS(lock, 0u, 1u) != 0) {}  // [taken again]
  atomicExch(lock, 0u);
}

// launch: grid 1 block 32 steps 100000 arguments i32[1]=zeros
// expect: step-limit [never set]
__global__ void waits_for_nobody(volatile int* flag) {
  while (*flag == 0) {}  // [never set]
}

// launch: grid 1 block 32 steps 100000 arguments i32[1]=zeros i32=7
// expect: step-limit [never zero]
__global__ void steps_over_zero(int* out, int n) {
  int turns = 0;
#pragma unroll 1
  for (int left = n; left != 0; left -= 2) turns += *(volatile int*)out;  // [never zero]
  out[threadIdx.x] = turns;
}

// Each half of the warp waits for the other, at different things.
// not: nvcc_O0, which names the lines of the toolkit functions that wait
// launch: grid 1 block 32 arguments i32[32]=zeros
// expect: deadlock [one half] [the other half]
__global__ void syncwarp_of_lanes_that_vote(int* data) {
  if (threadIdx.x < 16) {
    __syncwarp();  // [one half]
    data[threadIdx.x] = 1;
  } else {
    data[threadIdx.x] = __any_sync(0xffffffffu, data[threadIdx.x]);  // [the other half]
  }
}

// The mask names all lanes, half of them take another way.
// launch: grid 1 block 32 arguments i32[32]=iota
// expect: barrier-divergence [all of the mask] [behind it]
__global__ void shuffle_of_half_a_warp(int* data) {
  int value = data[threadIdx.x];
  if (threadIdx.x < 16) value += __shfl_xor_sync(0xffffffffu, value, 1);  // [all of the mask]
  for (int k = 0; k < value; ++k) data[threadIdx.x] += k;  // [behind it]
}

// The mask names those who come.
// launch: grid 1 block 32 arguments i32[32]=iota
// expect: clean
__global__ void shuffle_among_half_a_warp(int* data) {
  int value = data[threadIdx.x];
  if (threadIdx.x < 16) value += __shfl_xor_sync(0xffffu, value, 1);
  for (int k = 0; k < value; ++k) data[threadIdx.x] += k;
}

// Lanes that have left are not waited for, also where compilers make one store of both.
// launch: grid 1 block 32 arguments i32[32]=iota i32=20
// expect: clean
__global__ void early_return_before_a_shuffle(int* data, int n) {
  if (threadIdx.x >= n) {
    data[threadIdx.x] = -1;
    return;
  }
  data[threadIdx.x] = __shfl_xor_sync(0xffffffffu, data[threadIdx.x], 1);
}

// The barrier's number is the same, and so the threads go on; but CUDA wants all of them at one barrier.
// launch: grid 2 block 128 arguments i32[256]=zeros
// expect: barrier-divergence [one barrier] [another barrier]
__global__ void two_barriers(int* data) {
  __shared__ int cells[128];
  if (threadIdx.x < 64) {
    cells[threadIdx.x] = 1;
    __syncthreads();  // [one barrier]
  } else {
    cells[threadIdx.x] = 2;
    __syncthreads();  // [another barrier]
  }
  data[blockIdx.x * 128 + threadIdx.x] = cells[127 - threadIdx.x];
}

// The condition is the same for all of the block.
// launch: grid 2 block 128 arguments i32[256]=zeros
// expect: clean
__global__ void one_barrier_a_block(int* data) {
  __shared__ int cells[128];
  if (blockIdx.x == 0) {
    cells[threadIdx.x] = 1;
    __syncthreads();
  } else {
    cells[threadIdx.x] = 2;
    __syncthreads();
  }
  data[blockIdx.x * 128 + threadIdx.x] = cells[127 - threadIdx.x];
}
