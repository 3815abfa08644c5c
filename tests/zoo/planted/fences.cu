// Locks and flags that lack a fence on one side.

// not: nvcc_O0, which calls a function for each atomic: what a call returns is not followed
// launch: grid 4 block 32 arguments u32[1]=zeros i32[1]=zeros
// expect: missing-acquire global argument1 [add after lock] [add after lock]
__global__ void lock_without_acquire(unsigned* lock, int* total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0u, 1u) != 0) {}
  *total += 1;  // [add after lock]
  __threadfence();
  atomicExch(lock, 0u);
}

// not: nvcc_O0, which calls a function for each atomic: what a call returns is not followed
// launch: grid 4 block 32 arguments u32[1]=zeros i32[1]=zeros
// expect: missing-release global argument1 [add before unlock] [add before unlock]
__global__ void lock_without_release(unsigned* lock, int* total) {
  if (threadIdx.x != 0) return;
  while (atomicExch(lock, 1u) != 0) {}
  __threadfence();
  *total += 1;  // [add before unlock]
  atomicExch(lock, 0u);
}

// Every thread takes it in its turn.
// not: nvcc_O0, which calls a function for each atomic: what a call returns is not followed
// launch: grid 2 block 64 arguments u32[1]=zeros i32[1]=zeros
// expect: missing-acquire global argument1 [add in turn] [add in turn]
__global__ void lock_by_all_without_acquire(unsigned* lock, int* total) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0u, 1u) == 0) {
      *total += 1;  // [add in turn]
      __threadfence();
      atomicExch(lock, 0u);
      done = true;
    }
  }
}

// The fence after taking the lock orders only what the own block has done.
// not: nvcc_O0, which calls a function for each atomic: what a call returns is not followed
// launch: grid 4 block 32 arguments u32[1]=zeros i32[1]=zeros
// expect: missing-acquire global argument1 [add after a narrow fence] [add after a narrow fence]
__global__ void lock_with_an_acquire_of_the_block(unsigned* lock, int* total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0u, 1u) != 0) {}
  __threadfence_block();
  *total += 1;  // [add after a narrow fence]
  __threadfence();
  atomicExch(lock, 0u);
}

// Each block has a lock and a sum of its own.
// launch: grid 2 block 64 arguments u32[2]=zeros i32[2]=zeros
// expect: clean
__global__ void lock_of_each_block(unsigned* locks, int* totals) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&locks[blockIdx.x], 0u, 1u) == 0) {
      __threadfence_block();
      totals[blockIdx.x] += 1;
      __threadfence_block();
      atomicExch(&locks[blockIdx.x], 0u);
      done = true;
    }
  }
}

// A barrier after taking the lock is a fence as well.
// launch: grid 4 block 32 arguments u32[1]=zeros i32[1]=zeros
// expect: clean
__global__ void lock_for_the_block(unsigned* lock, int* total) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0u, 1u) != 0) {}
  }
  __syncthreads();
  if (threadIdx.x == 31) *total += 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(lock, 0u);
  }
}

// launch: grid 4 block 32 arguments u32[1]=zeros i32[1]=zeros
// expect: clean
__global__ void lock_that_acquires_and_releases(unsigned* lock, int* total) {
  if (threadIdx.x != 0) return;
  unsigned old;
  do asm volatile("atom.acquire.gpu.cas.b32 %0, [%1], 0, 1;" : "=r"(old) : "l"(lock) : "memory");
  while (old != 0);
  *total += 1;
  asm volatile("atom.release.gpu.exch.b32 %0, [%1], 0;" : "=r"(old) : "l"(lock) : "memory");
}

// The fence comes before the write that it should release.
// launch: grid 2 block 1 arguments i32[1]=zeros i32[1]=zeros i32[1]=zeros
// expect: missing-release global argument0 [written after the fence] [read behind the flag]
__global__ void fence_too_early(int* message, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    __threadfence();
    *message = 42;  // [written after the fence]
    *flag = 1;
  } else {
    while (*flag == 0) {}
    __threadfence();
    out[0] = *message;  // [read behind the flag]
  }
}

// Not the flag is at fault: what is written after it was set.
// launch: grid 2 block 1 arguments i32[1]=zeros i32[1]=zeros i32[1]=zeros
// expect: data-race global argument0 [written after the flag] [read too early]
__global__ void written_after_the_flag(int* message, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    __threadfence();
    *flag = 1;
    *message = 42;  // [written after the flag]
  } else {
    while (*flag == 0) {}
    __threadfence();
    out[0] = *message;  // [read too early]
  }
}

// All blocks read a scale; the first one waits until the others have read it, and writes another.
// launch: grid 5 block 32 arguments f32[1]=1 u32[5]=zeros f32[160]=zeros
// expect: clean
__global__ void scale_written_after_all_have_read(float* scale, volatile unsigned* has_read, float* out) {
  out[blockIdx.x * 32 + threadIdx.x] = *scale;
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    for (unsigned b = 1; b < gridDim.x; b++)
      while (has_read[b] == 0) {}
    __threadfence();
    *scale = 2;
  } else {
    __threadfence();
    has_read[blockIdx.x] = 1;
  }
}

// It forgets one of them.
// launch: grid 5 block 32 arguments f32[1]=1 u32[5]=zeros f32[160]=zeros
// expect: data-race global argument0 [read by all] [written after all but one]
__global__ void scale_written_after_all_but_one(float* scale, volatile unsigned* has_read, float* out) {
  out[blockIdx.x * 32 + threadIdx.x] = *scale;  // [read by all]
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    for (unsigned b = 1; b < gridDim.x - 1; b++)
      while (has_read[b] == 0) {}
    __threadfence();
    *scale = 2;  // [written after all but one]
  } else {
    __threadfence();
    has_read[blockIdx.x] = 1;
  }
}
