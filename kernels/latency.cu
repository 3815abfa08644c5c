// How far away is memory? One thread goes round a ring of links, each of which holds where the next one lies: no access can begin
// before the one before has come back. The multiprocessor's clock, before and after, tells how long an access takes.
//
// The accesses are written in PTX, so that the compiler puts no arithmetic between them; 64 of them follow each other before the
// loop's own instructions come in between. The next link is 17 further on, round the end.

using Address = unsigned long long;

struct Shared {
  __device__ static Address follow(Address link) {
    asm volatile("ld.shared.u64 %0, [%0];" : "+l"(link)::"memory");
    return link;
  }
};

struct Local {
  __device__ static Address follow(Address link) {
    asm volatile("ld.local.u64 %0, [%0];" : "+l"(link)::"memory");
    return link;
  }
};

// Global memory by way of all caches: what was read before is in the multiprocessor's own, the L1.
struct CachedInL1 {
  __device__ static Address follow(Address link) {
    asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(link)::"memory");
    return link;
  }
};

// Global memory past the L1, by way of the cache of all multiprocessors: the L2.
struct CachedInL2 {
  __device__ static Address follow(Address link) {
    asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(link)::"memory");
    return link;
  }
};

// In constant memory lies how far from the first the next link is: one addition more.
struct Offsets {
  Address next[64];
  constexpr Offsets() : next() {
    for (int i = 0; i < 64; ++i) {
      next[i] = (i + 17) % 64 * sizeof(Address);
    }
  }
};
__constant__ Offsets offsets;

struct Constant {
  __device__ static Address follow(Address link) {
    return *reinterpret_cast<const Address*>(reinterpret_cast<const char*>(offsets.next) + link);
  }
};

// 64 * rounds accesses.
template <typename Memory>
__device__ Address follow(Address link, int rounds) {
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int k = 0; k < 64; ++k) {
      link = Memory::follow(link);
    }
  }
  return link;
}

// Once round the ring, so that caches hold what they can, but not for ever; then the accesses that count, from there on: a ring
// larger than the caches leads to links that they do not hold.
template <typename Memory>
__device__ Address chase(Address first, int links, int rounds, float* cycles_per_access) {
  Address link = follow<Memory>(first, min(links, 65536) / 64);
  if (link == ~Address(0)) asm volatile("trap;");  // never; but who wants to know must wait for the link
  long long begin = clock64();
  link = follow<Memory>(link, rounds);
  if (link == ~Address(0)) asm volatile("trap;");
  long long end = clock64();
  *cycles_per_access = (end - begin) / (64.0f * rounds);
  return link;
}

// All threads of the block make the ring; `at` is the address of its first link, links lie `spacing` addresses apart.
__device__ void make_ring(Address* ring, Address at, int links, int spacing) {
  for (int i = threadIdx.x; i < links; i += blockDim.x) {
    ring[static_cast<long long>(i) * spacing] = at + (i + 17) % links * sizeof(Address) * spacing;
  }
  __syncthreads();
}

__global__ void chase_in_l1(Address* ring, int links, int spacing, int rounds, float* cycles_per_access, int* last) {
  Address first = reinterpret_cast<Address>(ring);
  make_ring(ring, first, links, spacing);
  if (threadIdx.x == 0) {
    *last = (chase<CachedInL1>(first, links, rounds, cycles_per_access) - first) / sizeof(Address) / spacing;
  }
}

__global__ void chase_in_l2(Address* ring, int links, int spacing, int rounds, float* cycles_per_access, int* last) {
  Address first = reinterpret_cast<Address>(ring);
  make_ring(ring, first, links, spacing);
  if (threadIdx.x == 0) {
    *last = (chase<CachedInL2>(first, links, rounds, cycles_per_access) - first) / sizeof(Address) / spacing;
  }
}

__global__ void chase_in_shared(int links, int spacing, int rounds, float* cycles_per_access, int* last) {
  extern __shared__ Address ring[];
  Address first = __cvta_generic_to_shared(ring);
  make_ring(ring, first, links, spacing);
  if (threadIdx.x == 0) {
    *last = (chase<Shared>(first, links, rounds, cycles_per_access) - first) / sizeof(Address) / spacing;
  }
}

// An array that registers cannot hold, as its place is only known while the kernel runs: it is in the thread's local memory.
__global__ void chase_in_local(int rounds, float* cycles_per_access, int* last) {
  Address ring[64];
  Address first;
  asm volatile("cvta.to.local.u64 %0, %1;" : "=l"(first) : "l"(ring) : "memory");
  for (int i = 0; i < 64; ++i) {
    ring[i] = first + (i + 17) % 64 * sizeof(Address);
  }
  *last = (chase<Local>(first, 64, rounds, cycles_per_access) - first) / sizeof(Address);
}

__global__ void chase_in_constant(int rounds, float* cycles_per_access, int* last) {
  *last = chase<Constant>(0, 64, rounds, cycles_per_access) / sizeof(Address);
}

// Registers have no addresses to follow: sums, each of which needs the one before.
__global__ void add_in_registers(float one, int rounds, float* cycles_per_access, int* last) {
  float sum = 0.0f;
  long long begin = clock64();
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int k = 0; k < 64; ++k) {
      sum += one;
    }
  }
  long long end = clock64();
  *cycles_per_access = (end - begin) / (64.0f * rounds);
  *last = sum;
}
