// What the lanes of a warp do together.

/// All four shuffles, and one of 64 bits.
__global__ void shuffles(const int* data, int* results, const double* wide, double* turned) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, value = data[i];
  int* const mine = results + 5 * i;
  mine[0] = __shfl_sync(0xffffffffu, value, 5);
  mine[1] = __shfl_up_sync(0xffffffffu, value, 3);
  mine[2] = __shfl_down_sync(0xffffffffu, value, 7);
  mine[3] = __shfl_xor_sync(0xffffffffu, value, 9);
  mine[4] = __shfl_down_sync(0xffffffffu, value, 2, 8);
  turned[i] = __shfl_sync(0xffffffffu, wide[i], 31 - threadIdx.x % 32);
}

/// Votes of the lanes, all of them and those of a branch.
__global__ void votes(const int* data, unsigned* results) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, value = data[i];
  unsigned* const mine = results + 4 * i;
  mine[0] = __ballot_sync(0xffffffffu, value > 50);
  mine[1] = __all_sync(0xffffffffu, value > 1);
  mine[2] = __any_sync(0xffffffffu, value > 97);
  const unsigned even = __ballot_sync(0xffffffffu, value % 2 == 0);
  mine[3] = 7;
  if (value % 2 == 0) mine[3] = __ballot_sync(even, value % 4 == 0);
}

/// One atomic for all lanes that add to the same counter (warp aggregation): they find each other by match.
__global__ void match_aggregate(const int* keys, int* counters, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned active = __ballot_sync(0xffffffffu, i < n);
  if (i >= n) return;
  const unsigned same = __match_any_sync(active, keys[i]);
  if (__ffs(same) - 1 == threadIdx.x % 32) atomicAdd(&counters[keys[i]], __popc(same));
}

/// Sum of a warp in shared memory with __syncwarp between the steps.
__global__ void syncwarp_sum(const int* data, int* sums) {
  __shared__ int cells[64];
  const int t = threadIdx.x, lane = t % 32;
  cells[t] = data[blockIdx.x * blockDim.x + t];
  __syncwarp();
  for (int half = 16; half > 0; half /= 2) {
    if (lane < half) cells[t] += cells[t + half];
    __syncwarp();
  }
  if (lane == 0) sums[(blockIdx.x * blockDim.x + t) / 32] = cells[t];
}

/// Lanes hand work to each other in a loop that each leaves at its own time.
__global__ void active_lanes(const int* turns, int* seen, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int sum = 0;
  for (int turn = 0; turn < turns[i]; ++turn) sum += __popc(__activemask()) > 0;
  seen[i] = sum;
}

/// Four products of bytes and their sum in one instruction, signed and unsigned.
__global__ void dot_of_bytes(const int* a, const int* b, int* results, unsigned* unsigned_results, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  results[i] = __dp4a(a[i], b[i], -7);
  unsigned_results[i] = __dp4a((unsigned)a[i], (unsigned)b[i], 5u);
}

/// Bytes picked, words shifted through each other, absolute differences.
__global__ void byte_tricks(const unsigned* a, const unsigned* b, unsigned* results, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  results[6 * i] = __byte_perm(a[i], b[i], 0x5140);
  results[6 * i + 1] = __funnelshift_l(a[i], b[i], i);
  results[6 * i + 2] = __funnelshift_r(a[i], b[i], i);
  results[6 * i + 3] = __usad(a[i], b[i], 3);
  results[6 * i + 4] = __umulhi(a[i], b[i]);
  results[6 * i + 5] = __brev(a[i]);
}

/// Neighbours hand each other numbers; the two kinds of lanes meet at a barrier on either side of a branch.
__global__ void two_sided(const int* data, int* results) {
  __shared__ volatile int cells[64];
  const int t = threadIdx.x;
  if (t % 2 == 0) {
    cells[t] = 3 * data[t];
    __syncwarp();
    results[t] = cells[t + 1] + 1;
  } else {
    cells[t] = data[t] - 5;
    __syncwarp();
    results[t] = cells[t - 1] * 2;
  }
}

/// Waits without hurry for the other block, and reads the clock: only that time goes forward is certain.
__global__ void wait_by_naps(int* flag, int* results) {
  const long long start = clock64();
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      __nanosleep(500);
      __threadfence();
      atomicExch(flag, 1);
    }
  } else {
    unsigned nap = 8;
    while (atomicAdd(flag, 0) == 0) {
      __nanosleep(nap);
      if (nap < 256) nap *= 2;
    }
  }
  results[blockIdx.x * blockDim.x + threadIdx.x] = clock64() >= start;
}
