// What came with sm_80: reductions of a warp by one instruction, and copies to shared memory that run beside the work.

/// Sum, extremes and bits of a warp's numbers.
__global__ void warp_reduce(const int* data, int* results, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, value = i < n ? data[i] : 0;
  const int sum = __reduce_add_sync(0xffffffffu, value), smallest = __reduce_min_sync(0xffffffffu, value);
  const unsigned largest = __reduce_max_sync(0xffffffffu, (unsigned)value), all = __reduce_and_sync(0xffffffffu, (unsigned)value);
  const unsigned any = __reduce_or_sync(0xffffffffu, (unsigned)value), odd = __reduce_xor_sync(0xffffffffu, (unsigned)value);
  if (threadIdx.x % 32 != 0) return;
  int* const mine = results + i / 32 * 6;
  mine[0] = sum;
  mine[1] = smallest;
  mine[2] = (int)largest;
  mine[3] = (int)all;
  mine[4] = (int)any;
  mine[5] = (int)odd;
}

/// Every lane the sum over those of its warp that have the same key: as many reductions side by side as there are keys.
__global__ void sums_by_key(const int* keys, const int* data, int* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned same = __match_any_sync(0xffffffffu, keys[i]);
  sums[i] = __reduce_add_sync(same, data[i]);
}

/// 16 bytes from global to shared memory, asynchronously.
__device__ void copy_16(void* shared, const void* global) {
  const unsigned to = (unsigned)__cvta_generic_to_shared(shared);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(__cvta_generic_to_global(global)) : "memory");
}
__device__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }

/// Sums of consecutive pieces of 4 floats a thread; the next piece is on its way while this one is added up. n is a multiple of 4
/// times the block.
__global__ void double_buffered_sum(const float* data, float* sums, int n) {
  __shared__ float4 pieces[2][64];
  const int t = threadIdx.x, steps = n / (4 * blockDim.x);
  copy_16(&pieces[0][t], data + 4 * t);
  commit();
  float sum = 0;
  for (int step = 0; step < steps; ++step) {
    if (step + 1 < steps) copy_16(&pieces[(step + 1) % 2][t], data + 4 * ((step + 1) * blockDim.x + t));
    commit();
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    const float4 other = pieces[step % 2][(t + 1) % blockDim.x];  // a neighbour's copy
    sum += other.x + other.y + other.z + other.w;
    __syncthreads();
  }
  sums[t] = sum;
}
