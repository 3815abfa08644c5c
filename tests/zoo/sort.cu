// Sorting and merging, step by step and within a block.

/// One comparison step of a bitonic network over the whole array: partners are `distance` apart, runs of `size` alternate in
/// direction.
__global__ void bitonic_step(unsigned* keys, unsigned distance, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, partner = i ^ distance;
  if (partner <= i) return;
  const bool ascending = (i & size) == 0;
  const unsigned mine = keys[i], other = keys[partner];
  if ((mine > other) == ascending) {
    keys[i] = other;
    keys[partner] = mine;
  }
}

/// A whole bitonic sort of one block's keys in shared memory; a power of two of them.
__global__ void bitonic_sort(int* keys) {
  extern __shared__ int cells[];
  const unsigned t = threadIdx.x, first = blockIdx.x * blockDim.x;
  cells[t] = keys[first + t];
  for (unsigned size = 2; size <= blockDim.x; size *= 2) {
    for (unsigned distance = size / 2; distance > 0; distance /= 2) {
      __syncthreads();
      const unsigned partner = t ^ distance;
      if (partner > t && (cells[t] > cells[partner]) == ((t & size) == 0)) {
        const int mine = cells[t];
        cells[t] = cells[partner];
        cells[partner] = mine;
      }
    }
  }
  __syncthreads();
  keys[first + t] = cells[t];
}

/// Batcher's odd-even merge sort of 2 × blockDim pairs of key and value; each thread holds one comparator.
__global__ void odd_even_merge_sort(unsigned* keys, unsigned* values) {
  extern __shared__ uint2 pairs[];
  const unsigned t = threadIdx.x, n = 2 * blockDim.x;
  pairs[t] = make_uint2(keys[t], values[t]);
  pairs[t + blockDim.x] = make_uint2(keys[t + blockDim.x], values[t + blockDim.x]);
  for (unsigned size = 2; size <= n; size *= 2) {
    const unsigned offset = t & (size / 2 - 1);
    for (unsigned stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      unsigned low = 2 * t - (t & (stride - 1)), high = low + stride;
      if (stride != size / 2) {  // all but the first step compare the ends of neighbours
        high = low;
        low -= stride;
        if (offset < stride) continue;
      }
      if (pairs[low].x > pairs[high].x) {
        const uint2 kept = pairs[low];
        pairs[low] = pairs[high];
        pairs[high] = kept;
      }
    }
  }
  __syncthreads();
  keys[t] = pairs[t].x;
  values[t] = pairs[t].y;
  keys[t + blockDim.x] = pairs[t + blockDim.x].x;
  values[t + blockDim.x] = pairs[t + blockDim.x].y;
}

/// Stable split of one block's keys by all their bits, one at a time: those with a 0 first.
__global__ void radix_sort_block(unsigned* keys) {
  __shared__ unsigned cells[256], zeros_of_warp[8];
  const unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
  unsigned key = keys[blockIdx.x * blockDim.x + t];
  for (int bit = 0; bit < 32; ++bit) {
    const bool zero = (key >> bit & 1) == 0;
    const unsigned zeros = __ballot_sync(0xffffffffu, zero);
    if (lane == 0) zeros_of_warp[warp] = __popc(zeros);
    __syncthreads();
    unsigned before = __popc(zeros & ((1u << lane) - 1)), all = 0;
    for (unsigned w = 0; w < blockDim.x / 32; ++w) {
      if (w < warp) before += zeros_of_warp[w];
      all += zeros_of_warp[w];
    }
    cells[zero ? before : all + t - before] = key;
    __syncthreads();
    key = cells[t];
  }
  keys[blockIdx.x * blockDim.x + t] = key;
}

/// How many keys of each block have each value of a 4-bit digit; counts[digit][block], ready for one scan over all of them.
__global__ void radix_count(const unsigned* keys, unsigned* counts, int shift, int n) {
  __shared__ unsigned bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[keys[i] >> shift & 15], 1u);
  __syncthreads();
  if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}

/// Bytes sorted by counting; the counts of a block's keys in shared memory, their starts by one thread. One block.
__global__ void counting_sort(const unsigned char* keys, unsigned char* sorted, int n) {
  __shared__ int starts[256];
  for (int value = threadIdx.x; value < 256; value += blockDim.x) starts[value] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&starts[keys[i]], 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    int start = 0;
    for (int value = 0; value < 256; ++value) {
      const int count = starts[value];
      starts[value] = start;
      start += count;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) sorted[atomicAdd(&starts[keys[i]], 1)] = keys[i];
}

/// Merge of two sorted arrays: each thread finds by bisection where its diagonal crosses the path, then merges `width` elements.
__global__ void merge_path(const int* a, int a_size, const int* b, int b_size, int* merged, int width) {
  const int diagonal = min((blockIdx.x * blockDim.x + threadIdx.x) * width, a_size + b_size);
  int low = max(0, diagonal - b_size), high = min(diagonal, a_size);
  while (low < high) {
    const int middle = (low + high) / 2;
    if (a[middle] <= b[diagonal - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  int i = low, k = diagonal - low;
  const int end = min(diagonal + width, a_size + b_size);
  for (int place = diagonal; place < end; ++place) merged[place] = k >= b_size || (i < a_size && a[i] <= b[k]) ? a[i++] : b[k++];
}

/// Odd and even neighbours in turn, as many rounds as elements; slow and simple.
__global__ void odd_even_transposition(short* data, int n) {
  for (int round = 0; round < n; ++round) {
    const int i = 2 * threadIdx.x + round % 2;
    if (i + 1 < n && data[i] > data[i + 1]) {
      const short kept = data[i];
      data[i] = data[i + 1];
      data[i + 1] = kept;
    }
    __syncthreads();
  }
}

/// Where each element belongs: the number of smaller ones, or equal ones before it.
__global__ void rank_sort(const double* data, double* sorted, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double mine = data[i];
  int rank = 0;
  for (int k = 0; k < n; ++k) rank += data[k] < mine || (data[k] == mine && k < i);
  sorted[rank] = mine;
}
