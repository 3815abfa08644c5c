// Threads that meet in memory: counters, locks, queues, tables, graphs.

__global__ void histogram_global(const unsigned char* data, unsigned* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[data[i]], 1u);
}

/// A private histogram for the block in shared memory, added to the whole at the end.
__global__ void histogram_shared(const unsigned char* data, unsigned* bins, int n) {
  __shared__ unsigned mine[256];
  for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) mine[bin] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[data[i]], 1u);
  __syncthreads();
  for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) {
    if (mine[bin] != 0) atomicAdd(&bins[bin], mine[bin]);
  }
}

/// 256 bins a warp, four bytes at a time; a block of 4 warps.
__global__ void histogram_warps(const unsigned* words, unsigned* bins, int word_count) {
  __shared__ unsigned of_warps[4][256];
  for (int i = threadIdx.x; i < 4 * 256; i += blockDim.x) of_warps[i / 256][i % 256] = 0;
  __syncthreads();
  unsigned* const mine = of_warps[threadIdx.x / 32];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < word_count; i += gridDim.x * blockDim.x) {
    const unsigned word = words[i];
    for (int shift = 0; shift < 32; shift += 8) atomicAdd(&mine[word >> shift & 255], 1u);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) {
    unsigned sum = 0;
    for (int warp = 0; warp < 4; ++warp) sum += of_warps[warp][bin];
    atomicAdd(&bins[bin], sum);
  }
}

/// The mistake of every first course: read, add, write, and updates are lost.
__global__ void histogram_racy(const unsigned char* data, unsigned* bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bins[data[i]] = bins[data[i]] + 1;
}

/// One level of a breadth-first search: a thread a vertex of the frontier; the one that claims a neighbour appends it.
__global__ void bfs_level(const int* starts, const int* neighbours, int* levels, const int* frontier, int frontier_size, int* next,
                          int* next_size, int level) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= frontier_size) return;
  const int vertex = frontier[i];
  for (int edge = starts[vertex]; edge < starts[vertex + 1]; ++edge) {
    const int other = neighbours[edge];
    if (atomicCAS(&levels[other], -1, level) == -1) next[atomicAdd(next_size, 1)] = other;
  }
}

/// A step of union-find over edges: roots by halving paths, the larger root hung under the smaller.
__device__ int find_root(int* parents, int vertex) {
  for (;;) {
    const int parent = atomicAdd(&parents[vertex], 0);
    if (parent == vertex) return vertex;
    const int grandparent = atomicAdd(&parents[parent], 0);
    if (grandparent != parent) atomicCAS(&parents[vertex], parent, grandparent);
    vertex = parent;
  }
}
__global__ void union_find(int* parents, const int2* edges, int edge_count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= edge_count) return;
  int a = edges[i].x, b = edges[i].y;
  for (;;) {
    a = find_root(parents, a);
    b = find_root(parents, b);
    if (a == b) return;
    if (a < b) {
      const int kept = a;
      a = b;
      b = kept;
    }
    if (atomicCAS(&parents[a], a, b) == a) return;
  }
}

/// The nearest centre of each point, in the plane.
__global__ void kmeans_assign(const float2* points, const float2* centres, int* labels, int n, int k) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float nearest = 3.4e38f;
  int label = -1;
  for (int c = 0; c < k; ++c) {
    const float dx = points[i].x - centres[c].x, dy = points[i].y - centres[c].y, distance = dx * dx + dy * dy;
    if (distance < nearest) {
      nearest = distance;
      label = c;
    }
  }
  labels[i] = label;
}

/// Sums and numbers of the points of each centre.
__global__ void kmeans_update(const float2* points, const int* labels, float2* sums, int* counts, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicAdd(&sums[labels[i]].x, points[i].x);
  atomicAdd(&sums[labels[i]].y, points[i].y);
  atomicAdd(&counts[labels[i]], 1);
}

/// Keys into an open table by linear probing; 0 is an empty place. Counts how often a key came.
__global__ void hash_insert(const unsigned* keys, unsigned* table, unsigned* counts, unsigned mask, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned key = keys[i];
  for (unsigned place = key * 2654435761u & mask;; place = (place + 1) & mask) {
    const unsigned there = atomicCAS(&table[place], 0u, key);
    if (there == 0 || there == key) {
      atomicAdd(&counts[place], 1u);
      return;
    }
  }
}

/// A spin lock around two plain numbers. The fences make what the last holder wrote visible to the next.
__global__ void spin_lock(int* lock, long long* numbers, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    bool done = false;
    while (!done) {
      if (atomicCAS(lock, 0, 1) == 0) {
        __threadfence();
        numbers[0] += 1;
        numbers[1] += numbers[0];
        __threadfence();
        atomicExch(lock, 0);
        done = true;
      }
    }
  }
}

/// Every thread puts a node at the head of one of several lists.
__global__ void list_push(int* heads, int* nexts, int lists, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int* const head = &heads[i % lists];
  int seen = *((volatile int*)head), before;
  do {
    before = seen;
    nexts[i] = before;
    seen = atomicCAS(head, before, i);
  } while (seen != before);
}

/// Blocks take pieces of work from a queue until it is empty, however many blocks there are.
__global__ void work_queue(int* next_piece, const int* sizes, int* results, int pieces) {
  __shared__ int piece, sum;
  for (;;) {
    if (threadIdx.x == 0) {
      piece = atomicAdd(next_piece, 1);
      sum = 0;
    }
    __syncthreads();
    if (piece >= pieces) return;
    int mine = 0;
    for (int k = threadIdx.x; k < sizes[piece]; k += blockDim.x) mine += k;
    atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x == 0) results[piece] = sum;
    __syncthreads();
  }
}

/// A message through memory: block 0 writes, then raises a flag; block 1 waits for the flag.
__global__ void message(int* data, int* flag, int* received, int n) {
  if (blockIdx.x == 0) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = 3 * i + 1;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicExch(flag, 1);
    }
  } else {
    if (threadIdx.x == 0) {
      while (atomicAdd(flag, 0) == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) received[i] = data[n - 1 - i];
  }
}

/// A barrier of the whole grid between two steps, of blocks that are all resident.
__global__ void grid_barrier(int* first, int* second, unsigned* arrived) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  first[i] = i * i;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1u);
    while (atomicAdd(arrived, 0u) < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
  second[i] = first[n - 1 - i];
}
