// What a library does for a block or a warp: CUB's collectives, as in its manual.

#include <cub/cub.cuh>
#include <cuda/functional>

constexpr int threads = 128, items = 4;

/// Sorts tiles of 512 numbers; loads and stores go through shared memory, so that they are coalesced.
__global__ void block_sort(const int* in, int* out) {
  using Load = cub::BlockLoad<int, threads, items, cub::BLOCK_LOAD_TRANSPOSE>;
  using Sort = cub::BlockRadixSort<int, threads, items>;
  using Store = cub::BlockStore<int, threads, items, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Sort::TempStorage sort;
    typename Store::TempStorage store;
  } shared;
  int mine[items];
  const int tile = blockIdx.x * threads * items;
  Load(shared.load).Load(in + tile, mine);
  __syncthreads();
  Sort(shared.sort).Sort(mine);
  __syncthreads();
  Store(shared.store).Store(out + tile, mine);
}

/// Where each number of a block would lie if as many elements as it says came before, and how many there are in all.
__global__ void block_offsets(const int* sizes, int* offsets, int* totals, int n) {
  using Scan = cub::BlockScan<int, threads>;
  using Reduce = cub::BlockReduce<int, threads>;
  __shared__ typename Scan::TempStorage scan;
  __shared__ typename Reduce::TempStorage reduce;
  const int i = blockIdx.x * threads + threadIdx.x;
  const int size = i < n ? sizes[i] : 0;
  int offset;
  Scan(scan).ExclusiveSum(size, offset);
  if (i < n) offsets[i] = offset;
  const int total = Reduce(reduce).Sum(size);
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

/// Per warp: the largest number, and the sums up to each.
__global__ void warp_largest_and_sums(const int* in, int* largest, int* sums) {
  using Reduce = cub::WarpReduce<int>;
  using Scan = cub::WarpScan<int>;
  __shared__ typename Reduce::TempStorage reduce[threads / 32];
  __shared__ typename Scan::TempStorage scan[threads / 32];
  const int warp = threadIdx.x / 32, i = blockIdx.x * threads + threadIdx.x;
  const int most = Reduce(reduce[warp]).Reduce(in[i], cuda::maximum<>{});
  if (threadIdx.x % 32 == 0) largest[i / 32] = most;
  int sum;
  Scan(scan[warp]).InclusiveSum(in[i], sum);
  sums[i] = sum;
}

/// How often each of 16 values comes in a block's tile.
__global__ void block_histogram(const unsigned char* in, unsigned* counts) {
  using Histogram = cub::BlockHistogram<unsigned char, threads, items, 16, cub::BLOCK_HISTO_SORT>;
  __shared__ typename Histogram::TempStorage shared;
  __shared__ unsigned bins[16];
  unsigned char mine[items];
  for (int k = 0; k < items; ++k) mine[k] = in[(blockIdx.x * threads + threadIdx.x) * items + k];
  Histogram(shared).Histogram(mine, bins);
  __syncthreads();
  if (threadIdx.x < 16) counts[blockIdx.x * 16 + threadIdx.x] = bins[threadIdx.x];
}
