// Memory that nobody has written.

// launch: grid 2 block 64 arguments f32[128]=iota f32[128]=zeros
// expect: uninitialised-read shared tile [halo load]
__global__ void halo_not_loaded(const float* in, float* out) {
  __shared__ float tile[66];
  int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x + 1] = in[i];
  __syncthreads();
  out[i] = tile[threadIdx.x] + tile[threadIdx.x + 2];  // [halo load]
}

// launch: grid 2 block 64 arguments f32[128]=iota f32[128]=zeros
// expect: clean
__global__ void halo_loaded(const float* in, float* out) {
  __shared__ float tile[66];
  int i = blockIdx.x * 64 + threadIdx.x, n = gridDim.x * 64;
  tile[threadIdx.x + 1] = in[i];
  if (threadIdx.x == 0) tile[0] = i > 0 ? in[i - 1] : 0.0f;
  if (threadIdx.x == 63) tile[65] = i + 1 < n ? in[i + 1] : 0.0f;
  __syncthreads();
  out[i] = tile[threadIdx.x] + tile[threadIdx.x + 2];
}

// launch: grid 1 block 64 arguments i32[64]=iota i32[1]=zeros
// expect: uninitialised-read shared counts [count unwritten]
__global__ void counts_not_zeroed(const int* data, int* out) {
  __shared__ int counts[64];
  atomicAdd(&counts[data[threadIdx.x] % 4], 1);  // [count unwritten]
  __syncthreads();
  if (threadIdx.x == 0) out[0] = counts[0];
}

// The tail of the block is never written.
// launch: grid 1 block 64 arguments i32[40]=iota i32[1]=zeros i32=40
// expect: uninitialised-read shared cells [tail add]
__global__ void tail_not_written(const int* data, int* sum, int n) {
  __shared__ int cells[64];
  if (threadIdx.x < n) cells[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) cells[threadIdx.x] += cells[threadIdx.x + 32];  // [tail add]
  __syncthreads();
  if (threadIdx.x == 0) sum[0] = cells[0];
}

// What the block before left in shared memory is not this block's.
// launch: grid 40 block 32 arguments i32[40]=zeros
// expect: uninitialised-read shared cell [left behind]
__global__ void left_by_another_block(int* out) {
  __shared__ int cell[32];
  if (blockIdx.x < 16) cell[threadIdx.x] = 7;
  __syncthreads();
  if (blockIdx.x >= 16 && threadIdx.x == 0) out[blockIdx.x] = cell[3];  // [left behind]
}

// launch: grid 1 block 32 arguments i32[32]=iota i32[32]=zeros
// expect: uninitialised-read local * [digit add]
__global__ void local_counts_not_zeroed(const int* data, int* out) {
  int digits[16];
  int index = data[threadIdx.x] & 15;
  digits[(index + 1) & 15] = 1;
  digits[index] += 1;  // [digit add]
  out[threadIdx.x] = digits[(data[31 - threadIdx.x]) & 15 ? index : (index + 1) & 15];
}

__device__ __noinline__ bool take(int& taken, int from) {
  if (from % 2 != 0) return false;
  taken = from;
  return true;
}

// Compilers load the variable before they know whether its value is needed.
// launch: grid 1 block 32 arguments i32[32]=zeros
// expect: clean
__global__ void local_if_taken(int* out) {
  int taken;
  if (take(taken, threadIdx.x))
    out[threadIdx.x] = taken;
  else
    out[threadIdx.x] = -1;
}

// launch: grid 1 block 32 arguments i32[32]=zeros
// expect: uninitialised-read local * [untaken]
__global__ void local_if_not_taken(int* out) {
  int taken;
  bool has = take(taken, threadIdx.x);
  out[threadIdx.x] = has ? -1 : taken + 1;  // [untaken]
}

// launch: grid 1 block 32 arguments i32[32]=iota i32[32]=zeros
// expect: clean
__global__ void local_counts(const int* data, int* out) {
  int digits[16];
  for (int d = 0; d < 16; d++) digits[d] = 0;
  int index = data[threadIdx.x] & 15;
  digits[(index + 1) & 15] = 1;
  digits[index] += 1;
  out[threadIdx.x] = digits[(data[31 - threadIdx.x]) & 15 ? index : (index + 1) & 15];
}

// launch: grid 2 block 64 arguments i32[128]=zeros
// expect: clean
__global__ void heap_filled(int* out) {
  int* mine = (int*)malloc(4 * sizeof(int));
  for (int i = 0; i < 4; i++) mine[i] = i;
  int sum = 0;
  for (int i = 0; i < 4; i++) sum += mine[i];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
  free(mine);
}

// malloc clears nothing. (Volatile: a compiler may leave out memory that nobody else sees.)
// launch: grid 2 block 64 arguments i32[128]=zeros
// expect: uninitialised-read global * [heap load]
__global__ void heap_not_filled(int* out) {
  volatile int* mine = (volatile int*)malloc(4 * sizeof(int));
  for (int i = 0; i < 3; i++) mine[i] = i;
  int sum = 0;
  for (int i = 0; i < 4; i++) sum += mine[i];  // [heap load]
  out[blockIdx.x * 64 + threadIdx.x] = sum;
  free((void*)mine);
}

// launch: grid 1 block 32 arguments i32[32]=zeros
// expect: out-of-bounds global * [freed load]
__global__ void heap_freed(int* out) {
  int* mine = (int*)malloc(4 * sizeof(int));
  for (int i = 0; i < 4; i++) mine[i] = i;
  free(mine);
  out[threadIdx.x] = mine[threadIdx.x % 4];  // [freed load]
}

// Memory that one thread has got for all, who do not wait for each other.
// launch: grid 1 block 64 arguments i32[64]=zeros
// expect: data-race global * [shared heap store] [shared heap load]
__global__ void heap_of_the_block(int* out) {
  __shared__ int* cells;
  if (threadIdx.x == 0) cells = (int*)malloc(64 * sizeof(int));
  __syncthreads();
  cells[threadIdx.x] = threadIdx.x;  // [shared heap store]
  out[threadIdx.x] = cells[63 - threadIdx.x];  // [shared heap load]
  __syncthreads();
  if (threadIdx.x == 0) free(cells);
}

// Copies of fewer bytes than they fill read what is there of them.
// launch: grid 1 block 64 arguments i32[256]=iota i32[64]=zeros
// expect: clean
__global__ void partial_copy(const int* data, int* out) {
  __shared__ int cells[256];
  unsigned to = (unsigned)__cvta_generic_to_shared(&cells[4 * threadIdx.x]);
  const int* from = &data[4 * threadIdx.x];
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(to), "l"(from), "r"(4 * (threadIdx.x % 5)) : "memory");
  asm volatile("cp.async.wait_all;" : : : "memory");
  __syncthreads();
  out[threadIdx.x] = cells[255 - 4 * threadIdx.x];
}

// launch: grid 1 block 64 arguments i32[256]=iota
// expect: data-race global argument0 [partial store] [partial copy]
__global__ void partial_copy_of_new_data(int* data) {
  __shared__ int cells[256];
  unsigned to = (unsigned)__cvta_generic_to_shared(&cells[4 * threadIdx.x]);
  const int* from = &data[252 - 4 * threadIdx.x];
  data[4 * threadIdx.x] = 1;  // [partial store]
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, 8;" : : "r"(to), "l"(from) : "memory");  // [partial copy]
  asm volatile("cp.async.wait_all;" : : : "memory");
}

struct Padded {
  int count;
  char letter;  // three bytes follow that nobody writes
};

// A structure is copied with its padding.
// launch: grid 1 block 64 arguments i32[128]=zeros
// expect: clean
__global__ void structure_with_padding(Padded* out) {
  __shared__ Padded cells[64];
  cells[threadIdx.x].count = threadIdx.x;
  cells[threadIdx.x].letter = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = cells[63 - threadIdx.x];
}

// One of its members is forgotten.
// launch: grid 1 block 64 arguments i32[128]=zeros
// expect: uninitialised-read shared cells [forgotten member]
__global__ void structure_with_forgotten_member(Padded* out) {
  __shared__ Padded cells[64];
  cells[threadIdx.x].letter = threadIdx.x;
  __syncthreads();
  out[threadIdx.x].letter = cells[63 - threadIdx.x].letter;
  out[threadIdx.x].count = cells[63 - threadIdx.x].count;  // [forgotten member]
}

// Of the same line: most threads race, the last one reads what nobody ever writes.
// launch: grid 1 block 64 arguments i32[64]=zeros
// expect: data-race shared tile [tile store] [next in tile]
// expect: uninitialised-read shared tile [next in tile]
__global__ void race_and_nothing_written(int* out) {
  __shared__ int tile[65];
  tile[threadIdx.x] = threadIdx.x;  // [tile store]
  out[threadIdx.x] = tile[threadIdx.x + 1];  // [next in tile]
}
