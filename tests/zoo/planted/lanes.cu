// Lanes and threads that take no part in what the others do together.

// launch: grid 1 block 32 arguments i32[32]=iota i32[1]=zeros i32=20
// expect: inactive-lane [sum of who is there] [sum is stored]
__global__ void sum_of_lanes_that_left(const int* in, int* out, int n) {
  if (threadIdx.x >= n) return;
  int sum = in[threadIdx.x];
  for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffffu, sum, half);  // [sum of who is there]
  if (threadIdx.x == 0) out[0] = sum;  // [sum is stored]
}

// Lanes that left count as zero.
// launch: grid 1 block 32 arguments i32[32]=iota i32[1]=zeros i32=20
// expect: clean
__global__ void sum_of_all_lanes(const int* in, int* out, int n) {
  int sum = threadIdx.x < n ? in[threadIdx.x] : 0;
  for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffffu, sum, half);
  if (threadIdx.x == 0) out[0] = sum;
}

// The last lanes read lanes that are not there; what they get does not reach lane 0.
// launch: grid 1 block 16 arguments i32[16]=iota i32[1]=zeros
// expect: clean
__global__ void sum_of_half_a_warp(const int* in, int* out) {
  int sum = in[threadIdx.x];
  for (int half = 8; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffffu, sum, half);
  if (threadIdx.x == 0) out[0] = sum;
}

// The block has 20 threads.
// launch: grid 1 block 20 arguments i32[20]=iota i32[1]=zeros
// expect: inactive-lane [sum of twenty] [sum of twenty is stored]
__global__ void sum_of_twenty(const int* in, int* out) {
  int sum = in[threadIdx.x];
  for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffffu, sum, half);  // [sum of twenty]
  if (threadIdx.x == 0) out[0] = sum;  // [sum of twenty is stored]
}

// What is read from lanes that are not there is not added.
// launch: grid 1 block 20 arguments i32[20]=iota i32[1]=zeros
// expect: clean
__global__ void sum_of_twenty_with_guard(const int* in, int* out) {
  int sum = in[threadIdx.x];
  for (int half = 16; half > 0; half /= 2) {
    int other = __shfl_down_sync(0xffffffffu, sum, half);
    if (threadIdx.x + half < 20) sum += other;
  }
  if (threadIdx.x == 0) out[0] = sum;
}

// Upwards, all lanes that are read are there.
// launch: grid 1 block 32 arguments i32[32]=iota i32[32]=zeros i32=20
// expect: clean
__global__ void scan_of_lanes_that_stay(const int* in, int* out, int n) {
  if (threadIdx.x >= n) return;
  int sum = in[threadIdx.x];
  for (int step = 1; step < 32; step *= 2) {
    int other = __shfl_up_sync(0xffffffffu, sum, step);
    if (threadIdx.x >= step) sum += other;
  }
  out[threadIdx.x] = sum;
}

// The mask leaves out the lane that is read.
// launch: grid 1 block 32 arguments i32[32]=iota
// expect: inactive-lane [outside the mask] [outside the mask is stored]
__global__ void lane_outside_the_mask(int* data) {
  int value = data[threadIdx.x];
  if (threadIdx.x < 16) value = __shfl_sync(0xffffu, value, 20);  // [outside the mask]
  data[threadIdx.x] = value;  // [outside the mask is stored]
}

// launch: grid 1 block 32 arguments i32[32]=iota
// expect: clean
__global__ void lane_inside_the_mask(int* data) {
  int value = data[threadIdx.x];
  if (threadIdx.x < 16) value = __shfl_sync(0xffffu, value, 10);
  data[threadIdx.x] = value;
}

// The value decides what runs.
// launch: grid 1 block 32 arguments i32[32]=iota i32[32]=zeros i32=31
// expect: inactive-lane [neighbour] [neighbour decides]
__global__ void neighbour_that_left(const int* in, int* out, int n) {
  if (threadIdx.x >= n) return;
  int next = __shfl_down_sync(0xffffffffu, in[threadIdx.x], 1);  // [neighbour]
  if (next > in[threadIdx.x]) atomicAdd(out + threadIdx.x, 1);  // [neighbour decides]
}

// A vote asks those who are there.
// launch: grid 1 block 32 arguments i32[32]=iota i32[32]=zeros i32=20
// expect: clean
__global__ void vote_of_lanes_that_stay(const int* in, int* out, int n) {
  if (threadIdx.x >= n) return;
  out[threadIdx.x] = __any_sync(0xffffffffu, in[threadIdx.x] > 15) + __popc(__ballot_sync(0xffffffffu, in[threadIdx.x] > 3));
}

// A vote about a value that no lane has given.
// launch: grid 1 block 32 arguments i32[32]=iota i32[32]=zeros i32=31
// expect: inactive-lane [not given] [voted on]
__global__ void vote_about_a_lane_that_left(const int* in, int* out, int n) {
  if (threadIdx.x >= n) return;
  int next = __shfl_down_sync(0xffffffffu, in[threadIdx.x], 1);  // [not given]
  out[threadIdx.x] = __any_sync(0xffffffffu, next > 40);  // [voted on]
}

// Threads that have written shared memory leave; the others wait for them in vain.
// launch: grid 1 block 64 arguments i32[32]=zeros
// expect: barrier-divergence [half wait] [half left]
__global__ void half_of_the_block_leaves(int* out) {
  __shared__ int cells[64];
  cells[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 32) {
    __syncthreads();  // [half wait]
    out[threadIdx.x] = cells[63 - threadIdx.x];
  }
}  // [half left]

// launch: grid 1 block 64 arguments i32[32]=zeros
// expect: clean
__global__ void half_of_the_block_leaves_later(int* out) {
  __shared__ int cells[64];
  cells[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = cells[63 - threadIdx.x];
}

// A tree whose upper threads leave it, one level after the other.
// launch: grid 1 block 64 arguments i32[64]=iota i32[1]=zeros
// expect: barrier-divergence [level]
__global__ void tree_that_is_left(const int* in, int* out) {
  __shared__ int cells[64];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
#pragma unroll 1
  for (int half = 32; half > 0; half /= 2) {
    if (threadIdx.x >= half) return;
    cells[threadIdx.x] += cells[threadIdx.x + half];
    __syncthreads();  // [level]
  }
  if (threadIdx.x == 0) out[0] = cells[0];
}

// A tile of a cooperative group of which one half goes by, and then reads.
// launch: grid 1 block 32 arguments i32[32]=iota
// expect: barrier-divergence [tile waits] [tile goes by]
__global__ void half_of_a_tile(int* data) {
  if (threadIdx.x < 16) {
    data[threadIdx.x] = 1;
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");  // [tile waits]
  }
  data[threadIdx.x] += 2;  // [tile goes by]
}

// __syncwarp() does not wait for lanes that have left.
// launch: grid 1 block 32 arguments i32[32]=iota i32=20
// launch: grid 1 block 40 arguments i32[40]=iota i32=37
// expect: clean
__global__ void syncwarp_of_lanes_that_stay(int* data, int n) {
  __shared__ int cells[64];
  if (threadIdx.x >= n) return;
  cells[threadIdx.x] = data[threadIdx.x];
  __syncwarp();
  data[threadIdx.x] = cells[threadIdx.x % 32 == 0 ? threadIdx.x : threadIdx.x - 1];
}

// Nor does it order what they did.
// launch: grid 1 block 32 arguments i32[32]=iota i32=20
// expect: data-race shared cells [writes and leaves] [reads after syncwarp]
__global__ void syncwarp_after_writers_have_left(int* data, int n) {
  __shared__ int cells[32];
  cells[threadIdx.x] = data[threadIdx.x];  // [writes and leaves]
  if (threadIdx.x >= n) return;
  __syncwarp();
  data[threadIdx.x] = cells[31 - threadIdx.x];  // [reads after syncwarp]
}

// Lanes leave the tree after the __syncwarp() that follows their last write.
// launch: grid 1 block 32 arguments i32[32]=iota i32[1]=zeros
// launch: grid 2 block 64 arguments i32[64]=iota i32[2]=zeros
// expect: clean
__global__ void tree_of_a_warp_that_is_left(const int* in, int* out) {
  __shared__ int cells[64];
  const int lane = threadIdx.x % 32;
  int* own = cells + threadIdx.x - lane;
  own[lane] = in[threadIdx.x];
  __syncwarp();
#pragma unroll 1
  for (int half = 16; half > 0; half /= 2) {
    if (lane >= half) return;
    own[lane] += own[lane + half];
    __syncwarp();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = own[0];
}
