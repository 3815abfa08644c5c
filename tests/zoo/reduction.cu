// A sum of many numbers in the stages in which courses improve it. All but the last block's add their block's sum to `sum`.

__global__ void reduce_interleaved(const int* data, int* sum, int n) {
  extern __shared__ int cells[];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  cells[t] = i < n ? data[i] : 0;
  __syncthreads();
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (t % (2 * stride) == 0) cells[t] += cells[t + stride];
    __syncthreads();
  }
  if (t == 0) atomicAdd(sum, cells[0]);
}

/// The same pairs, but the threads that work stand side by side (with bank conflicts).
__global__ void reduce_strided(const int* data, int* sum, int n) {
  extern __shared__ int cells[];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  cells[t] = i < n ? data[i] : 0;
  __syncthreads();
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned cell = 2 * stride * t;
    if (cell < blockDim.x) cells[cell] += cells[cell + stride];
    __syncthreads();
  }
  if (t == 0) atomicAdd(sum, cells[0]);
}

/// Halves, so that neighbours read neighbours; each thread adds two elements while it loads.
__global__ void reduce_sequential(const int* data, int* sum, int n) {
  extern __shared__ int cells[];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
  cells[t] = (i < n ? data[i] : 0) + (i + blockDim.x < n ? data[i + blockDim.x] : 0);
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) cells[t] += cells[t + half];
    __syncthreads();
  }
  if (t == 0) atomicAdd(sum, cells[0]);
}

/// The last warp alone, without block barriers, unrolled for a block size that the compiler knows.
template <unsigned block>
__device__ void reduce_unrolled_block(const int* data, int* sum, int n) {
  __shared__ int cells[block];
  const unsigned t = threadIdx.x;
  int mine = 0;
  for (unsigned i = blockIdx.x * block + t; i < n; i += gridDim.x * block) mine += data[i];
  cells[t] = mine;
  __syncthreads();
#pragma unroll
  for (unsigned half = block / 2; half > 32; half /= 2) {
    if (t < half) cells[t] += cells[t + half];
    __syncthreads();
  }
  if (t < 32) {
#pragma unroll
    for (unsigned half = 32; half > 0; half /= 2) {
      const int other = cells[t + half];
      __syncwarp();
      if (t < half) cells[t] += other;
      __syncwarp();
    }
    if (t == 0) atomicAdd(sum, cells[0]);
  }
}
__global__ void reduce_unrolled(const int* data, int* sum, int n) { reduce_unrolled_block<128>(data, sum, n); }

__device__ int warp_sum(int value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(0xffffffffu, value, distance);
  return value;
}

/// Warps by shuffles, then their sums by the first warp.
__global__ void reduce_shuffle(const int* data, int* sum, int n) {
  __shared__ int warps[32];
  int mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += data[i];
  mine = warp_sum(mine);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x < 32) {
    mine = warp_sum(threadIdx.x < (blockDim.x + 31) / 32 ? warps[threadIdx.x] : 0);
    if (threadIdx.x == 0) atomicAdd(sum, mine);
  }
}

/// One launch: every block leaves its sum, and the block that finishes last adds them up. The fence lets it see them all.
__global__ void reduce_last_block(const int* data, volatile int* partial, unsigned* finished, int* sum, int n) {
  __shared__ int cells[128];
  __shared__ bool last;
  const unsigned t = threadIdx.x;
  int mine = 0;
  for (unsigned i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) mine += data[i];
  cells[t] = mine;
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) cells[t] += cells[t + half];
  }
  if (t == 0) {
    partial[blockIdx.x] = cells[0];
    __threadfence();
    last = atomicInc(finished, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  __threadfence();
  mine = 0;
  for (unsigned block = t; block < gridDim.x; block += blockDim.x) mine += partial[block];
  cells[t] = mine;
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) cells[t] += cells[t + half];
  }
  if (t == 0) *sum = cells[0];
}

/// Σ a·b in double precision: a block's sum by a tree, blocks by an atomic on double.
__global__ void dot_product(const double* a, const double* b, double* sum, int n) {
  __shared__ double cells[256];
  double mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += a[i] * b[i];
  cells[threadIdx.x] = mine;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) cells[threadIdx.x] += cells[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(sum, cells[0]);
}

/// Smallest and largest float: their order as integers, sign folded, by integer atomics.
__global__ void extremes(const float* data, unsigned* smallest, unsigned* largest, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned bits = __float_as_uint(data[i]);
  const unsigned ordered = bits & 0x80000000u ? ~bits : bits | 0x80000000u;
  atomicMin(smallest, ordered);
  atomicMax(largest, ordered);
}

/// What a block's threads agree on, by the barriers that also count: how many are odd, whether all or any are above the limit.
__global__ void block_votes(const int* data, int* odd, int* all_above, int* any_above, int limit) {
  const int value = data[blockIdx.x * blockDim.x + threadIdx.x];
  const int count = __syncthreads_count(value % 2 != 0);
  const int all = __syncthreads_and(value > limit), any = __syncthreads_or(value > limit);
  if (threadIdx.x == blockDim.x - 1) {
    odd[blockIdx.x] = count;
    all_above[blockIdx.x] = all != 0;
    any_above[blockIdx.x] = any != 0;
  }
}
