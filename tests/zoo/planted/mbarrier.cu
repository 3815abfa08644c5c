// Barriers that are objects in shared memory, and asynchronous copies.

typedef unsigned long long Object;

__device__ unsigned address(const void* shared) { return (unsigned)__cvta_generic_to_shared(shared); }

__device__ void init(Object* object, unsigned count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" : : "r"(address(object)), "r"(count) : "memory");
}
__device__ Object arrive(Object* object) {
  Object state;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(address(object)) : "memory");
  return state;
}
__device__ bool is_complete(Object* object, Object state) {
  int complete;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.s32 %0, 1, 0, p; }"
               : "=r"(complete)
               : "r"(address(object)), "l"(state)
               : "memory");
  return complete;
}
__device__ void wait(Object* object, Object state) {
  while (!is_complete(object, state)) {
  }
}
__device__ void wait_parity(Object* object, unsigned parity) {
  for (int complete = 0; !complete;) {
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.s32 %0, 1, 0, p; }"
                 : "=r"(complete)
                 : "r"(address(object)), "r"(parity)
                 : "memory");
  }
}
__device__ void copy(void* to, const void* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(address(to)), "l"(__cvta_generic_to_global(from)) : "memory");
}
__device__ void wait_for_copies() { asm volatile("cp.async.wait_all;" : : : "memory"); }
__device__ void arrive_with_copies(Object* object) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" : : "r"(address(object)) : "memory");
}

// launch: grid 2 block 96 arguments i32[192]=iota
// expect: clean
__global__ void neighbours(int* data) {
  __shared__ Object object;
  __shared__ int cells[96];
  int t = threadIdx.x;
  if (t == 0) init(&object, 96);
  __syncthreads();
  for (int round = 0; round < 3; round++) {
    cells[t] = data[blockIdx.x * 96 + t];
    wait(&object, arrive(&object));
    data[blockIdx.x * 96 + t] = cells[95 - t];
    wait(&object, arrive(&object));
  }
}

// Arriving is not waiting.
// launch: grid 2 block 96 arguments i32[192]=iota
// expect: data-race shared cells [arrived store] [arrived load]
__global__ void neighbours_without_wait(int* data) {
  __shared__ Object object;
  __shared__ int cells[96];
  int t = threadIdx.x;
  if (t == 0) init(&object, 96);
  __syncthreads();
  cells[t] = data[blockIdx.x * 96 + t];  // [arrived store]
  arrive(&object);
  data[blockIdx.x * 96 + t] = cells[95 - t];  // [arrived load]
}

// The cells are read in the phase in which others write them again.
// launch: grid 1 block 96 arguments i32[96]=iota
// expect: data-race shared cells [again store] [again load]
__global__ void neighbours_too_early(int* data) {
  __shared__ Object object;
  __shared__ int cells[96];
  int t = threadIdx.x;
  if (t == 0) init(&object, 96);
  __syncthreads();
  for (int round = 0; round < 3; round++) {
    cells[t] = data[t];  // [again store]
    wait(&object, arrive(&object));
    data[t] = cells[95 - t];  // [again load]
  }
}

// launch: grid 1 block 64 arguments i32[64]=iota
// expect: clean
__global__ void by_parity(int* data) {
  __shared__ Object object;
  __shared__ int cells[64];
  int t = threadIdx.x;
  if (t == 0) init(&object, 64);
  __syncthreads();
  cells[t] = data[t];
  arrive(&object);
  wait_parity(&object, 0);
  data[t] = cells[63 - t];
}

// Nothing says that the others see the object that one has made.
// launch: grid 1 block 32 arguments i32[32]=iota
// expect: data-race shared object [object init] [object arrive]
__global__ void init_unseen(int* data) {
  __shared__ Object object;
  if (threadIdx.x == 31) {
    asm volatile("mbarrier.init.shared.b64 [%0], 32;" : : "r"(address(&object)) : "memory");  // [object init]
  }
  Object state;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(address(&object)) : "memory");  // [object arrive]
  data[threadIdx.x] = (int)state;
}

// launch: grid 2 block 64 arguments i32[128]=iota
// expect: clean
__global__ void copies_at_barrier(int* data) {
  __shared__ Object object;
  __shared__ int cells[64];
  int t = threadIdx.x;
  if (t == 0) init(&object, 64);
  __syncthreads();
  copy(&cells[t], &data[blockIdx.x * 64 + t]);
  arrive_with_copies(&object);
  wait_parity(&object, 0);
  data[blockIdx.x * 64 + 63 - t] = cells[t];
}

// launch: grid 1 block 64 arguments i32[64]=iota i32[64]=zeros
// expect: clean
__global__ void copies_waited_for(const int* data, int* out) {
  __shared__ int cells[64];
  copy(&cells[threadIdx.x], &data[threadIdx.x]);
  wait_for_copies();
  __syncthreads();
  out[threadIdx.x] = cells[63 - threadIdx.x];
}

// Each waits for its own copies, and reads another's.
// launch: grid 1 block 64 arguments i32[64]=iota i32[64]=zeros
// expect: data-race shared cells [copy] [copy load]
// may: uninitialised-read shared cells [copy load]
__global__ void copies_of_others(const int* data, int* out) {
  __shared__ int cells[64];
  unsigned to = address(&cells[threadIdx.x]);
  const int* from = &data[threadIdx.x];
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(to), "l"(from) : "memory");  // [copy]
  wait_for_copies();
  out[threadIdx.x] = cells[63 - threadIdx.x];  // [copy load]
}

// The barrier does not wait for copies.
// launch: grid 1 block 64 arguments i32[64]=iota i32[64]=zeros
// expect: data-race shared cells [late copy] [late load]
// may: uninitialised-read shared cells [late load]
__global__ void copies_not_waited_for(const int* data, int* out) {
  __shared__ int cells[64];
  unsigned to = address(&cells[threadIdx.x]);
  const int* from = &data[threadIdx.x];
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(to), "l"(from) : "memory");  // [late copy]
  __syncthreads();
  out[threadIdx.x] = cells[63 - threadIdx.x];  // [late load]
  wait_for_copies();
}

// Nor does the thread itself.
// launch: grid 1 block 32 arguments i32[32]=iota i32[32]=zeros
// expect: data-race shared cells [own copy] [own load]
// may: uninitialised-read shared cells [own load]
__global__ void own_copy_not_waited_for(const int* data, int* out) {
  __shared__ int cells[32];
  unsigned to = address(&cells[threadIdx.x]);
  const int* from = &data[threadIdx.x];
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(to), "l"(from) : "memory");  // [own copy]
  out[threadIdx.x] = cells[threadIdx.x];  // [own load]
}

// Nothing waits before the end, and the cells have been written before.
// launch: grid 1 block 64 arguments i32[64]=iota i32[64]=zeros
// expect: data-race shared cells [endless copy] [load before the end]
__global__ void copies_that_nothing_waits_for(const int* data, int* out) {
  __shared__ int cells[64];
  cells[threadIdx.x] = 0;
  __syncthreads();
  unsigned to = address(&cells[threadIdx.x]);
  const int* from = &data[threadIdx.x];
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(to), "l"(from) : "memory");  // [endless copy]
  asm volatile("cp.async.commit_group;" : : : "memory");
  __syncthreads();
  out[threadIdx.x] = cells[63 - threadIdx.x];  // [load before the end]
}

// Two stages, and the wait leaves one group too many in flight.
// launch: grid 1 block 64 arguments i32[256]=iota i32[256]=zeros
// expect: data-race shared cells [stage copy] [stage load]
// may: data-race shared cells [stage copy] [stage copy]
// may: uninitialised-read shared cells [stage load]
__global__ void a_wait_for_one_group_too_few(const int* data, int* out) {
  __shared__ int cells[2][64];
  int t = threadIdx.x;
  for (int stage = 0; stage < 5; ++stage) {
    if (stage < 4) {
      unsigned to = address(&cells[stage % 2][t]);
      const int* from = &data[64 * stage + t];
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(to), "l"(from) : "memory");  // [stage copy]
    }
    asm volatile("cp.async.commit_group;" : : : "memory");
    if (stage == 0) continue;
    asm volatile("cp.async.wait_group 2;" : : : "memory");
    __syncthreads();
    out[64 * (stage - 1) + t] = cells[(stage - 1) % 2][63 - t];  // [stage load]
    __syncthreads();
  }
}

// launch: grid 1 block 64 arguments i32[256]=iota i32[256]=zeros
// expect: clean
__global__ void a_wait_for_the_group(const int* data, int* out) {
  __shared__ int cells[2][64];
  int t = threadIdx.x;
  for (int stage = 0; stage < 5; ++stage) {
    if (stage < 4) copy(&cells[stage % 2][t], &data[64 * stage + t]);
    asm volatile("cp.async.commit_group;" : : : "memory");
    if (stage == 0) continue;
    asm volatile("cp.async.wait_group 1;" : : : "memory");
    __syncthreads();
    out[64 * (stage - 1) + t] = cells[(stage - 1) % 2][63 - t];
    __syncthreads();
  }
}

// What is fetched ahead beyond the end is never read.
// launch: grid 1 block 64 arguments i32[128]=iota i32[64]=zeros
// expect: clean
__global__ void a_last_copy_in_vain(const int* data, int* out) {
  __shared__ int cells[2][64];
  int t = threadIdx.x;
  copy(&cells[0][t], &data[t]);
  wait_for_copies();
  __syncthreads();
  copy(&cells[1][t], &data[64 + t]);
  out[t] = cells[0][63 - t];
}
