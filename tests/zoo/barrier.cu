// Barriers that are objects in shared memory, and copies that arrive at them: cuda::barrier, cuda::pipeline, memcpy_async.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

/// Reverses rows of a block's width; what needs no neighbour is done between arriving and waiting.
__global__ void split_barrier(const int* in, int* out, int rows) {
  __shared__ Barrier barrier;
  __shared__ int tile[256];
  const int i = threadIdx.x;
  if (i == 0) init(&barrier, blockDim.x);
  __syncthreads();
  for (int row = 0; row < rows; ++row) {
    tile[i] = in[row * blockDim.x + i];
    auto token = barrier.arrive();
    const int mine = i * row;
    barrier.wait(std::move(token));
    out[row * blockDim.x + i] = tile[blockDim.x - 1 - i] + mine;
    barrier.arrive_and_wait();
  }
}

/// In every round the 16 threads at the end drop out; the others count themselves.
__global__ void drop_out(int* counts, int rounds) {
  __shared__ Barrier barrier;
  __shared__ int sum;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    sum = 0;
  }
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x >= blockDim.x - 16 * round) {
      barrier.arrive_and_drop();
      return;
    }
    atomicAdd(&sum, 1);
    barrier.arrive_and_wait();
    if (threadIdx.x == 0) counts[round] = sum;
    barrier.arrive_and_wait();
  }
}

/// Each thread copies its own number asynchronously, and reads its neighbour's.
__global__ void copy_at_barrier(const int* in, int* out) {
  __shared__ Barrier barrier;
  __shared__ int tile[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&tile[threadIdx.x], &in[i], sizeof(int), barrier);
  barrier.arrive_and_wait();
  out[i] = tile[blockDim.x - 1 - threadIdx.x];
}

/// The block copies together, in 16-byte pieces.
__global__ void block_copy_at_barrier(const int* in, int* out) {
  __shared__ Barrier barrier;
  alignas(16) __shared__ int tile[256];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&barrier, block.size());
  block.sync();
  cuda::memcpy_async(block, tile, in + blockIdx.x * 256, cuda::aligned_size_t<16>(sizeof tile), barrier);
  barrier.arrive_and_wait();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) out[blockIdx.x * 256 + i] = tile[255 - i];
}

/// cooperative_groups' own copy.
__global__ void group_copy(const float* in, float* out) {
  __shared__ float tile[256];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in + blockIdx.x * 256, sizeof tile);
  cg::wait(block);
  for (int i = threadIdx.x; i < 256; i += blockDim.x) out[blockIdx.x * 256 + i] = tile[255 - i];
}

/// Two stages shared by the block: one is copied while the other is used.
__global__ void block_pipeline(const float* in, float* out, int batches) {
  constexpr int stages = 2;
  __shared__ float tile[stages][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int next = 0;
  for (int batch = 0; batch < batches; ++batch) {
    for (; next < batches && next < batch + stages; ++next) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, tile[next % stages], in + next * 128, sizeof tile[0], pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    out[batch * 128 + threadIdx.x] = 2 * tile[batch % stages][127 - threadIdx.x];
    pipe.consumer_release();
  }
}

/// One warp copies, the others use what it has copied.
__global__ void pipeline_of_roles(const float* in, float* out, int batches) {
  constexpr int stages = 2;
  __shared__ float tile[stages][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  auto block = cg::this_thread_block();
  const bool producer = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline(block, &state, producer ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  auto warp = cg::tiled_partition<32>(block);
  for (int batch = 0; batch < batches; ++batch) {
    if (producer) {
      pipe.producer_acquire();
      cuda::memcpy_async(warp, tile[batch % stages], in + batch * 128, sizeof tile[0], pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      for (int i = threadIdx.x - 32; i < 128; i += blockDim.x - 32) out[batch * 128 + i] = 2 * tile[batch % stages][127 - i];
      pipe.consumer_release();
    }
  }
}

/// A pipeline of each thread's own.
__global__ void thread_pipeline(const float* in, float* out, int batches) {
  __shared__ float tile[2][128];
  auto pipe = cuda::make_pipeline();
  const int t = threadIdx.x;
  for (int batch = 0; batch < 2; ++batch) {
    pipe.producer_acquire();
    if (batch < batches) cuda::memcpy_async(&tile[batch][t], in + batch * 128 + t, sizeof(float), pipe);
    pipe.producer_commit();
  }
  for (int batch = 0; batch < batches; ++batch) {
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    out[batch * 128 + t] = 2 * tile[batch % 2][t];
    pipe.consumer_release();
    pipe.producer_acquire();
    if (batch + 2 < batches) cuda::memcpy_async(&tile[batch % 2][t], in + (batch + 2) * 128 + t, sizeof(float), pipe);
    pipe.producer_commit();
  }
}
