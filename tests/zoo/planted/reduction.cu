// Sums and prefix sums of a block.

// launch: grid 2 block 128 arguments i32[256]=iota i32[2]=zeros
// launch: grid 1 block 256 arguments i32[256]=iota i32[2]=zeros
// expect: data-race shared cells [tree add] [tree add]
// may: data-race shared cells [tree add] [tree result]
__global__ void tree_without_barrier(const int* data, int* sums) {
  __shared__ int cells[256];
  cells[threadIdx.x] = data[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) cells[threadIdx.x] += cells[threadIdx.x + half];  // [tree add]
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = cells[0];  // [tree result]
}

// launch: grid 2 block 128 arguments i32[256]=iota i32[2]=zeros
// launch: grid 1 block 256 arguments i32[256]=iota i32[2]=zeros
// expect: clean
__global__ void tree(const int* data, int* sums) {
  __shared__ int cells[256];
  cells[threadIdx.x] = data[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) cells[threadIdx.x] += cells[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = cells[0];
}

// The last warp "needs no barrier": since Volta it does.
// launch: grid 1 block 64 arguments i32[64]=iota i32[1]=zeros
// expect: data-race shared cells [warp 32] [warp 16]
// expect: data-race shared cells [warp 16] [warp 8]
// may: data-race shared cells [warp 16] [warp 16]
// may: data-race shared cells [warp 8] [warp 8]
__global__ void last_warp_without_syncwarp(const int* data, int* sum) {
  __shared__ volatile int unused[1];
  __shared__ int cells[64];
  cells[threadIdx.x] = data[threadIdx.x];
  unused[0] = 0;
  __syncthreads();
  if (threadIdx.x < 32) cells[threadIdx.x] += cells[threadIdx.x + 32];  // [warp 32]
  if (threadIdx.x < 16) cells[threadIdx.x] += cells[threadIdx.x + 16];  // [warp 16]
  if (threadIdx.x < 8) cells[threadIdx.x] += cells[threadIdx.x + 8];  // [warp 8]
  __syncthreads();
  if (threadIdx.x == 0) sum[0] = cells[0] + cells[1] + cells[2] + cells[3] + cells[4] + cells[5] + cells[6] + cells[7];
}

// launch: grid 1 block 64 arguments i32[64]=iota i32[1]=zeros
// expect: clean
__global__ void last_warp(const int* data, int* sum) {
  __shared__ int cells[64];
  cells[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    cells[threadIdx.x] += cells[threadIdx.x + 32];
    __syncwarp();
    for (int half = 16; half > 0; half /= 2) {
      if (threadIdx.x < half) cells[threadIdx.x] += cells[threadIdx.x + half];
      __syncwarp();
    }
    if (threadIdx.x == 0) sum[0] = cells[0];
  }
}

// Only the lanes that take part need to meet.
// launch: grid 1 block 32 arguments i32[32]=iota i32[1]=zeros
// expect: clean
__global__ void half_warps(const int* data, int* sum) {
  __shared__ int cells[32];
  cells[threadIdx.x] = data[threadIdx.x];
  __syncwarp();
  if (threadIdx.x < 16) {
    cells[threadIdx.x] += cells[threadIdx.x + 16];
    __syncwarp(0xffffu);
    if (threadIdx.x < 8) {
      cells[threadIdx.x] += cells[threadIdx.x + 8];
      __syncwarp(0xffu);
      if (threadIdx.x == 0) sum[0] = cells[0] + cells[1] + cells[2] + cells[3] + cells[4] + cells[5] + cells[6] + cells[7];
    }
  }
}

// A warp barrier of the wrong lanes.
// launch: grid 1 block 32 arguments i32[32]=iota i32[32]=zeros
// expect: data-race shared cells [mask store] [mask load]
__global__ void wrong_mask(const int* data, int* out) {
  __shared__ int cells[32];
  cells[threadIdx.x] = data[threadIdx.x];  // [mask store]
  if (threadIdx.x < 16) {
    __syncwarp(0xffffu);
    out[threadIdx.x] = cells[threadIdx.x + 16];  // [mask load]
  }
}

// An exchange of registers orders no memory.
// launch: grid 1 block 32 arguments i32[32]=iota i32[32]=zeros
// expect: data-race shared cells [shuffle store] [shuffle load]
__global__ void shuffle_is_no_barrier(const int* data, int* out) {
  __shared__ int cells[32];
  cells[threadIdx.x] = data[threadIdx.x];  // [shuffle store]
  int other = __shfl_sync(0xffffffffu, data[threadIdx.x], 31 - threadIdx.x);
  out[threadIdx.x] = other + cells[31 - threadIdx.x];  // [shuffle load]
}

// launch: grid 1 block 128 arguments i32[128]=iota
// expect: data-race shared cells [scan add] [scan add]
__global__ void scan_in_place(int* data) {
  __shared__ int cells[128];
  cells[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  for (int distance = 1; distance < 128; distance *= 2) {
    if (threadIdx.x >= distance) cells[threadIdx.x] += cells[threadIdx.x - distance];  // [scan add]
    __syncthreads();
  }
  data[threadIdx.x] = cells[threadIdx.x];
}

// launch: grid 1 block 128 arguments i32[128]=iota
// expect: clean
__global__ void scan_in_two_steps(int* data) {
  __shared__ int cells[128];
  cells[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  for (int distance = 1; distance < 128; distance *= 2) {
    int left = threadIdx.x >= distance ? cells[threadIdx.x - distance] : 0;
    __syncthreads();
    cells[threadIdx.x] += left;
    __syncthreads();
  }
  data[threadIdx.x] = cells[threadIdx.x];
}

// launch: grid 1 block 128 arguments i32[128]=iota
// expect: clean
__global__ void scan_in_two_buffers(int* data) {
  __shared__ int cells[2][128];
  int now = 0;
  cells[0][threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  for (int distance = 1; distance < 128; distance *= 2) {
    int value = cells[now][threadIdx.x];
    if (threadIdx.x >= distance) value += cells[now][threadIdx.x - distance];
    now = 1 - now;
    cells[now][threadIdx.x] = value;
    __syncthreads();
  }
  data[threadIdx.x] = cells[now][threadIdx.x];
}
