// Running sums: out[i] = a[0] + … + a[i]. Every element depends on all before it, and still much can go on at the same time.

// The plain loop, by one thread.
__global__ void scan_one_thread(const int* a, int n, int* out) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += a[i];
    out[i] = sum;
  }
}

// One block goes through the array piece by piece. In each step a thread adds the sum that lies 1, 2, 4, 8 … places before its own
// (Hillis and Steele, 1986), from one half of the shared memory to the other.
__global__ void scan_doubling(const int* a, int n, int* out) {
  extern __shared__ int sums[];
  int before = 0;  // the sum of all pieces so far
  for (int first = 0; first < n; first += blockDim.x) {
    int i = first + threadIdx.x;
    int* from = sums;
    int* to = sums + blockDim.x;
    from[threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int step = 1; step < blockDim.x; step *= 2) {
      to[threadIdx.x] = from[threadIdx.x] + (threadIdx.x >= step ? from[threadIdx.x - step] : 0);
      __syncthreads();
      int* other = from;
      from = to;
      to = other;
    }
    if (i < n) {
      out[i] = before + from[threadIdx.x];
    }
    before += from[blockDim.x - 1];
    __syncthreads();
  }
}

// Wrong: the steps read and write the same sums, and no barrier stands between the reads and the writes.
__global__ void scan_doubling_in_place(const int* a, int n, int* out) {
  extern __shared__ int sums[];
  int before = 0;
  for (int first = 0; first < n; first += blockDim.x) {
    int i = first + threadIdx.x;
    sums[threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int step = 1; step < blockDim.x; step *= 2) {
      int lower = threadIdx.x >= step ? sums[threadIdx.x - step] : 0;
      sums[threadIdx.x] += lower;
      __syncthreads();
    }
    if (i < n) {
      out[i] = before + sums[threadIdx.x];
    }
    before += sums[blockDim.x - 1];
    __syncthreads();
  }
}

// The sums of the elements before each one, up a tree and down again (Blelloch, 1990): 2 n additions where doubling needs
// n log n. The block is a power of two.
__global__ void scan_tree(const int* a, int n, int* out) {
  extern __shared__ int sums[];
  int before = 0;
  int last = blockDim.x - 1;
  for (int first = 0; first < n; first += blockDim.x) {
    int i = first + threadIdx.x;
    sums[threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int step = 1; step < blockDim.x; step *= 2) {
      int right = (threadIdx.x + 1) * 2 * step - 1;
      if (right <= last) {
        sums[right] += sums[right - step];
      }
      __syncthreads();
    }
    int whole = sums[last];
    __syncthreads();
    if (threadIdx.x == 0) {
      sums[last] = 0;
    }
    __syncthreads();
    for (int step = blockDim.x / 2; step > 0; step /= 2) {
      int right = (threadIdx.x + 1) * 2 * step - 1;
      if (right <= last) {
        int left = sums[right - step];
        sums[right - step] = sums[right];
        sums[right] += left;
      }
      __syncthreads();
    }
    if (i < n) {
      out[i] = before + sums[threadIdx.x];
    }
    before += whole;
    __syncthreads();
  }
}

// The running sum over the lanes of a warp, by registers: each lane adds that of the lane 1, 2, 4, 8, 16 below it.
__device__ inline int warp_scan(int value) {
  for (int step = 1; step < 32; step *= 2) {
    int lower = __shfl_up_sync(0xffffffff, value, step);
    if (threadIdx.x % 32 >= step) {
      value += lower;
    }
  }
  return value;
}

// The running sum over the threads of a block: within warps by shuffles, then over the warps' sums. Blocks are whole warps.
__device__ inline int block_scan(int value) {
  __shared__ int warp_sums[32];
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  value = warp_scan(value);
  if (lane == 31) {
    warp_sums[warp] = value;
  }
  __syncthreads();
  if (warp == 0) {
    int sums = warp_scan(lane < blockDim.x / 32 ? warp_sums[lane] : 0);
    warp_sums[lane] = sums;
  }
  __syncthreads();
  return value + (warp > 0 ? warp_sums[warp - 1] : 0);
}

// One block piece by piece, by shuffles.
__global__ void scan_shuffle(const int* a, int n, int* out) {
  __shared__ int whole;
  int before = 0;
  for (int first = 0; first < n; first += blockDim.x) {
    int i = first + threadIdx.x;
    int sum = block_scan(i < n ? a[i] : 0);
    if (i < n) {
      out[i] = before + sum;
    }
    if (threadIdx.x == blockDim.x - 1) {
      whole = sum;
    }
    __syncthreads();
    before += whole;
    __syncthreads();
  }
}

// A block per piece, all at work together: each sums its piece, then waits for the sum of all pieces before it and passes its own
// on. A ticket gives the pieces out, so that every piece a block waits for has a block already.
__global__ void scan_chained(const int* a, int n, int* out, int* ticket, int* chain) {
  __shared__ int piece, before;
  if (threadIdx.x == 0) {
    piece = atomicAdd(&ticket[0], 1);
  }
  __syncthreads();
  int i = piece * blockDim.x + threadIdx.x;
  int sum = block_scan(i < n ? a[i] : 0);
  if (threadIdx.x == blockDim.x - 1) {
    int lower = 0;
    if (piece > 0) {
      int passed_on;
      do {
        passed_on = atomicAdd(&chain[piece - 1], 0);
      } while (passed_on == 0);
      lower = passed_on - 1;
    }
    atomicExch(&chain[piece], lower + sum + 1);  // 0 means: not yet
    before = lower;
  }
  __syncthreads();
  if (i < n) {
    out[i] = before + sum;
  }
}
