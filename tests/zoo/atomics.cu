// Atomics of the C++ library for CUDA: with an order and a scope.
#include <cuda/atomic>

/// Words of a text by their first letter, counted in shared memory first.
__global__ void first_letters(const char* text, unsigned* counts, int n) {
  __shared__ cuda::atomic<unsigned, cuda::thread_scope_block> mine[26];
  for (int k = threadIdx.x; k < 26; k += blockDim.x) mine[k].store(0, cuda::memory_order_relaxed);
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const char c = text[i];
    if (c >= 'a' && c <= 'z' && (i == 0 || text[i - 1] == ' ')) mine[c - 'a'].fetch_add(1, cuda::memory_order_relaxed);
  }
  __syncthreads();
  for (int k = threadIdx.x; k < 26; k += blockDim.x)
    cuda::atomic_ref<unsigned, cuda::thread_scope_device>(counts[k]).fetch_add(mine[k].load(), cuda::memory_order_relaxed);
}

/// Every operation of integers, on words of 32 and 64 bits.
template <typename T>
__device__ void operations(const T* data, T* results, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const auto at = [&](int k) { return cuda::atomic_ref<T, cuda::thread_scope_device>(results[k]); };
  at(0).fetch_add(data[i], cuda::memory_order_acq_rel);
  at(1).fetch_sub(data[i]);
  at(2).fetch_min(data[i], cuda::memory_order_release);
  at(3).fetch_max(data[i], cuda::memory_order_acquire);
  at(4).fetch_and(data[i]);
  at(5).fetch_or(data[i]);
  at(6).fetch_xor(data[i]);
  at(7) += 3;
  ++at(8);
  T seen = at(9).load();
  while (!at(9).compare_exchange_weak(seen, seen + data[i] * data[i])) {
  }
}
__global__ void operations_int(const int* data, int* results, int n) { operations(data, results, n); }
__global__ void operations_unsigned_long(const unsigned long long* data, unsigned long long* results, int n) {
  operations(data, results, n);
}

/// The largest float and the sum of doubles.
__global__ void floating(const float* data, float* largest, double* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cuda::atomic_ref<float, cuda::thread_scope_device>(*largest).fetch_max(data[i]);
  cuda::atomic_ref<double, cuda::thread_scope_device>(*sum).fetch_add(data[i]);
}

/// A message from each block to the next: what was written before the flag was set is there when the flag is seen.
__global__ void relay(int* data, int* flags, int* results) {
  const int block = blockIdx.x;
  if (threadIdx.x != 0) return;
  int value = 1;
  if (block > 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> before(flags[block - 1]);
    while (before.load(cuda::memory_order_acquire) == 0) {
    }
    value = 2 * data[block - 1] + 1;
  }
  data[block] = value;
  results[block] = value;
  cuda::atomic_ref<int, cuda::thread_scope_device>(flags[block]).store(1, cuda::memory_order_release);
}

__device__ cuda::atomic<int, cuda::thread_scope_device> lock{0};

/// One thread of each block adds to a number that no atomic instruction could add to.
__global__ void locked(int3* total) {
  if (threadIdx.x != 0) return;
  while (lock.exchange(1, cuda::memory_order_acquire) != 0) {
  }
  total->x += 1;
  total->y += blockIdx.x;
  total->z += blockIdx.x * blockIdx.x;
  lock.store(0, cuda::memory_order_release);
}
