// Volatile accesses go to memory, but make no thread wait for another.

// launch: grid 2 block 64 arguments i32[128]=iota i32[2]=zeros
// expect: unordered-volatile shared sums [adds] [adds]
// may: unordered-volatile shared sums [first] [adds]
// may: unordered-volatile shared sums [adds] [result]
__global__ void reduction_without_barriers(const int* in, int* out) {
  __shared__ volatile int sums[64];
  int t = threadIdx.x;
  sums[t] = in[blockIdx.x * 64 + t];  // [first]
  for (int half = 32; half > 0; half /= 2)
    if (t < half) sums[t] = sums[t] + sums[t + half];  // [adds]
  if (t == 0) out[blockIdx.x] = sums[0];  // [result]
}

// launch: grid 2 block 64 arguments i32[128]=iota i32[2]=zeros
// expect: clean
__global__ void reduction_with_barriers(const int* in, int* out) {
  __shared__ volatile int sums[64];
  int t = threadIdx.x;
  sums[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (t < half) sums[t] = sums[t] + sums[t + half];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}

// The last steps within one warp, as courses wrote them before Volta.
// launch: grid 1 block 32 arguments i32[32]=iota i32[1]=zeros
// expect: unordered-volatile shared sums [adds in the warp] [adds in the warp]
// may: unordered-volatile shared sums [adds in the warp] [result of the warp]
// may: unordered-volatile shared sums [first in the warp] [adds in the warp]
__global__ void warp_without_syncwarp(const int* in, int* out) {
  __shared__ volatile int sums[64];
  int t = threadIdx.x;
  sums[t + 32] = 0;
  sums[t] = in[t];  // [first in the warp]
  __syncwarp();
  for (int half = 16; half > 0; half /= 2) sums[t] = sums[t] + sums[t + half];  // [adds in the warp]
  if (t == 0) out[0] = sums[0];  // [result of the warp]
}

// launch: grid 1 block 32 arguments i32[32]=iota i32[1]=zeros
// expect: clean
__global__ void warp_with_syncwarp(const int* in, int* out) {
  __shared__ volatile int sums[64];
  int t = threadIdx.x;
  sums[t + 32] = 0;
  sums[t] = in[t];
  __syncwarp();
  for (int half = 16; half > 0; half /= 2) {
    int sum = sums[t] + sums[t + half];
    __syncwarp();
    sums[t] = sum;
    __syncwarp();
  }
  if (t == 0) out[0] = sums[0];
}

// Waiting for a flag is what volatile is for.
// launch: grid 2 block 32 arguments i32[1]=zeros i32[1]=zeros i32[1]=zeros
// expect: clean
__global__ void flag(volatile int* ready, int* data, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 7;
    __threadfence();
    *ready = 1;
  } else {
    while (*ready == 0) {
    }
    __threadfence();
    *out = *data;
  }
}

// launch: grid 2 block 32 arguments i32[1]=zeros i32[1]=zeros i32[1]=zeros
// expect: clean
__global__ void flag_at_most_so_often(volatile int* ready, int* data, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 7;
    __threadfence();
    *ready = 1;
  } else {
    for (int i = 0; i < 100000; ++i) {
      if (*ready != 0) {
        __threadfence();
        *out = *data;
        break;
      }
    }
  }
}

// Data that is volatile as well, with a flag and fences.
// launch: grid 2 block 32 arguments i32[1]=zeros i32[1]=zeros i32[1]=zeros
// expect: clean
__global__ void volatile_data_behind_a_flag(volatile int* ready, volatile int* data, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 7;
    __threadfence();
    *ready = 1;
  } else {
    while (*ready == 0) {
    }
    __threadfence();
    *out = *data;
  }
}

// launch: grid 2 block 32 arguments i32[1]=zeros i32[1]=zeros
// expect: unordered-volatile global argument0 [writes] [reads]
__global__ void neither_waits(volatile int* data, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0)
    *data = 7;  // [writes]
  else
    *out = *data;  // [reads]
}

// All write the value that is there already: nobody can read another.
// launch: grid 2 block 32 arguments i32[1]=zeros i32[64]=zeros
// expect: clean
__global__ void same_value(volatile int* data, int* out) {
  out[blockIdx.x * 32 + threadIdx.x] = *data;
  *data = 0;
}

// The last block of a reduction, as in the CUDA samples.
__device__ unsigned int blocks_done;
// launch: grid 8 block 32 arguments i32[8]=zeros i32[1]=zeros
// expect: clean
__global__ void last_block(volatile int* partial, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x;
    __threadfence();
    last = atomicInc(&blocks_done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; ++b) sum += partial[b];
    *out = sum;
    blocks_done = 0;
  }
}

// Which block is the last to write is left to chance.
// launch: grid 2 block 64 arguments i32[1]=zeros
// expect: unordered-volatile global argument0 [who was here] [who was here]
__global__ void writes_of_blocks(volatile int* last) {
  if (threadIdx.x == 0) *last = blockIdx.x + 1;  // [who was here]
}

// launch: grid 2 block 64 arguments i32[1]=zeros
// expect: clean
__global__ void writes_of_the_same(volatile int* found) {
  if (threadIdx.x % 3 == 0) *found = 1;
}

// The flag is waited for, but it may be seen before the data.
// launch: grid 2 block 32 arguments i32[1]=zeros i32[1]=zeros i32[1]=zeros
// expect: missing-release global argument0 [data] [takes the data]
__global__ void volatile_data_without_a_fence(volatile int* data, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 42;  // [data]
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    *out = *data;  // [takes the data]
  }
}
