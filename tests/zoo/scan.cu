// Prefix sums, and what they are for: packing the elements that pass a test.

/// Inclusive, log n steps over all elements (Hillis and Steele), two buffers in turn. One block.
__global__ void scan_hillis_steele(const int* data, int* sums, int n) {
  extern __shared__ int cells[];
  int* from = cells;
  int* to = cells + blockDim.x;
  const int t = threadIdx.x;
  from[t] = t < n ? data[t] : 0;
  __syncthreads();
  for (int distance = 1; distance < blockDim.x; distance *= 2) {
    to[t] = t >= distance ? from[t] + from[t - distance] : from[t];
    __syncthreads();
    int* const swapped = from;
    from = to;
    to = swapped;
  }
  if (t < n) sums[t] = from[t];
}

/// Exclusive, up a tree and down again (Blelloch), two elements a thread, each block by itself; its total goes to `totals`.
__global__ void scan_blelloch(const int* data, int* sums, int* totals, int n) {
  extern __shared__ int cells[];
  const int t = threadIdx.x, size = 2 * blockDim.x, first = blockIdx.x * size;
  cells[2 * t] = first + 2 * t < n ? data[first + 2 * t] : 0;
  cells[2 * t + 1] = first + 2 * t + 1 < n ? data[first + 2 * t + 1] : 0;
  int distance = 1;
  for (int pairs = size / 2; pairs > 0; pairs /= 2) {
    __syncthreads();
    if (t < pairs) cells[distance * (2 * t + 2) - 1] += cells[distance * (2 * t + 1) - 1];
    distance *= 2;
  }
  if (t == 0) {
    totals[blockIdx.x] = cells[size - 1];
    cells[size - 1] = 0;
  }
  for (int pairs = 1; pairs < size; pairs *= 2) {
    distance /= 2;
    __syncthreads();
    if (t < pairs) {
      const int left = distance * (2 * t + 1) - 1, right = distance * (2 * t + 2) - 1;
      const int kept = cells[left];
      cells[left] = cells[right];
      cells[right] += kept;
    }
  }
  __syncthreads();
  if (first + 2 * t < n) sums[first + 2 * t] = cells[2 * t];
  if (first + 2 * t + 1 < n) sums[first + 2 * t + 1] = cells[2 * t + 1];
}

/// The carry of the blocks before is added to each block's own sums.
__global__ void scan_add_carry(int* sums, const int* carries, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sums[i] += carries[blockIdx.x];
}

__device__ int warp_scan(int value) {
  const int lane = threadIdx.x % 32;
  for (int distance = 1; distance < 32; distance *= 2) {
    const int before = __shfl_up_sync(0xffffffffu, value, distance);
    if (lane >= distance) value += before;
  }
  return value;
}

/// Inclusive sum over the block; all threads must call it.
__device__ int block_scan(int value, int* warps) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = warp_scan(value);
  if (lane == 31) warps[warp] = value;
  __syncthreads();
  if (warp == 0) {
    const int total = warp_scan(lane < blockDim.x / 32 ? warps[lane] : 0);
    if (lane < blockDim.x / 32) warps[lane] = total;
  }
  __syncthreads();
  return warp == 0 ? value : value + warps[warp - 1];
}

__global__ void scan_shuffle(const int* data, int* sums, int n) {
  __shared__ int warps[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = block_scan(i < n ? data[i] : 0, warps);
  if (i < n) sums[i] = sum;
}

/// What a block tells those after it: nothing yet, its own total, or the total up to its end; state and number in one word.
__device__ unsigned long long told(unsigned state, int total) { return (unsigned long long)state << 32 | (unsigned)total; }

/// The whole array in one launch (decoupled look-back, Merrill and Garland): a block adds up its predecessors' totals until it
/// meets one that knows its prefix. Blocks take their numbers in the order in which they start, so a predecessor always runs.
__global__ void scan_look_back(const int* data, int* sums, unsigned* ticket, unsigned long long* status, int n) {
  __shared__ int warps[32];
  __shared__ int block, carry;
  if (threadIdx.x == 0) block = atomicAdd(ticket, 1u);
  __syncthreads();
  const int i = block * blockDim.x + threadIdx.x;
  const int sum = block_scan(i < n ? data[i] : 0, warps);
  if (threadIdx.x == blockDim.x - 1) {
    int before = 0;
    if (block > 0) {
      atomicExch(&status[block], told(1, sum));
      for (int other = block - 1; other >= 0;) {
        const unsigned long long word = atomicAdd(&status[other], 0ull);
        const unsigned state = word >> 32;
        if (state == 0) continue;
        before += (int)(unsigned)word;
        if (state == 2) break;
        --other;
      }
    }
    atomicExch(&status[block], told(2, before + sum));
    carry = before;
  }
  __syncthreads();
  if (i < n) sums[i] = carry + sum;
}

/// Keeps the positive elements; a warp counts its own by a ballot and takes room for all of them with one atomic. The order is
/// that in which warps arrive.
__global__ void compact(const int* data, int* packed, int* size, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const bool keep = i < n && data[i] > 0;
  const unsigned kept = __ballot_sync(0xffffffffu, keep);
  int start = 0;
  if (lane == 0 && kept != 0) start = atomicAdd(size, __popc(kept));
  start = __shfl_sync(0xffffffffu, start, 0);
  if (keep) packed[start + __popc(kept & ((1u << lane) - 1))] = data[i];
}
