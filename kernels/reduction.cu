// The sum of an array, from one atomic addition per element to one per block.

// Wrong: read, add, write. Threads overwrite each other's sums.
__global__ void sum_racy(const int* a, int n, int* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    sum[0] = sum[0] + a[i];
  }
}

// One atomic addition per element: right, but all threads queue at one address.
__global__ void sum_atomic(const int* a, int n, int* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&sum[0], a[i]);
  }
}

// Each block sums in its shared memory, neighbours first: after each step every other adding thread has no more to add.
__global__ void sum_neighbours(const int* a, int n, int* sum) {
  extern __shared__ int part[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? a[i] : 0;
  __syncthreads();
  for (int step = 1; step < blockDim.x; step *= 2) {
    if (threadIdx.x % (2 * step) == 0 && threadIdx.x + step < blockDim.x) {
      part[threadIdx.x] += part[threadIdx.x + step];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    atomicAdd(&sum[0], part[0]);
  }
}

// The same, folding the upper half onto the lower one: the adding threads stay side by side, and whole warps have no more to add.
__global__ void sum_halves(const int* a, int n, int* sum) {
  extern __shared__ int part[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? a[i] : 0;
  __syncthreads();
  for (int size = blockDim.x; size > 1;) {
    int half = (size + 1) / 2;
    if (threadIdx.x + half < size) {
      part[threadIdx.x] += part[threadIdx.x + half];
    }
    size = half;
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    atomicAdd(&sum[0], part[0]);
  }
}

// Wrong: nobody waits between the steps. A thread adds a part that another warp has not finished.
__global__ void sum_halves_without_barrier(const int* a, int n, int* sum) {
  extern __shared__ int part[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? a[i] : 0;
  __syncthreads();
  for (int size = blockDim.x; size > 1;) {
    int half = (size + 1) / 2;
    if (threadIdx.x + half < size) {
      part[threadIdx.x] += part[threadIdx.x + half];
    }
    size = half;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&sum[0], part[0]);
  }
}

// The sum over the lanes of a warp, in lane 0: each lane reads a register of the lane `step` above it.
__device__ inline int warp_sum(int value) {
  for (int step = 16; step > 0; step /= 2) {
    value += __shfl_down_sync(0xffffffff, value, step);
  }
  return value;
}

// Warps sum in their registers: no shared memory, no barrier, one atomic addition per warp. Blocks are whole warps.
__global__ void sum_shuffle(const int* a, int n, int* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = warp_sum(i < n ? a[i] : 0);
  if (threadIdx.x % 32 == 0) {
    atomicAdd(&sum[0], value);
  }
}

// A small grid in steps: each thread sums many elements first, warps sum by shuffles, then the first warp sums the warps' sums.
__global__ void sum_grid_stride(const int* a, int n, int* sum) {
  __shared__ int warp_sums[32];
  int own = 0;
  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    own += a[i];
  }
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  own = warp_sum(own);
  if (lane == 0) {
    warp_sums[warp] = own;
  }
  __syncthreads();
  if (warp == 0) {
    own = warp_sum(lane < blockDim.x / 32 ? warp_sums[lane] : 0);
    if (lane == 0) {
      atomicAdd(&sum[0], own);
    }
  }
}
