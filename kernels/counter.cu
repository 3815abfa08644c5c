// Every thread adds 1 to the same counter.

// Read, add, write: another thread may write in between, and its update is lost.
__global__ void counter_racy(int* counter) {
  counter[0] = counter[0] + 1;
}

// Read, add and write in one: nothing comes in between.
__global__ void counter_atomic(int* counter) {
  atomicAdd(&counter[0], 1);
}

// The number of a thread in its block, in up to three dimensions; 32 neighbours are a warp.
__device__ inline int thread_of_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

// The threads of a warp agree first: one of them adds for all that are there.
__global__ void counter_warp(int* counter) {
  unsigned active = __activemask();  // a bit for each thread of the warp that is here
  int leader = __ffs(active) - 1;    // the lowest of them
  if (thread_of_block() % 32 == leader) {
    atomicAdd(&counter[0], __popc(active));
  }
}

// The threads of a block count in shared memory first: one of them adds for the block.
__global__ void counter_block(int* counter) {
  __shared__ int own;
  if (thread_of_block() == 0) {
    own = 0;
  }
  __syncthreads();
  atomicAdd(&own, 1);
  __syncthreads();
  if (thread_of_block() == 0) {
    atomicAdd(&counter[0], own);
  }
}
