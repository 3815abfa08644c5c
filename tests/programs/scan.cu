// Exclusive sums of a long array in three launches: every block scans its part (up and down a tree in shared memory), one block
// scans the parts' sums, and these are added. Of ones the sums are the indices; of odd numbers the squares.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CALL(x)                                                          \
  if (cudaError_t error = (x)) {                                              \
    printf("%s failed: %s\n", #x, cudaGetErrorName(error));                   \
    exit(EXIT_FAILURE);                                                       \
  }

constexpr int per_block = 128;

__global__ void scan_block(int* data, int* sums) {
  __shared__ int tree[per_block];
  const int base = blockIdx.x * per_block, t = threadIdx.x;
  tree[2 * t] = data[base + 2 * t];
  tree[2 * t + 1] = data[base + 2 * t + 1];
  int stride = 1;
  for (int active = per_block / 2; active > 0; active /= 2) {
    __syncthreads();
    if (t < active) tree[stride * (2 * t + 2) - 1] += tree[stride * (2 * t + 1) - 1];
    stride *= 2;
  }
  __syncthreads();
  if (t == 0) {
    if (sums != nullptr) sums[blockIdx.x] = tree[per_block - 1];
    tree[per_block - 1] = 0;
  }
  for (int active = 1; active < per_block; active *= 2) {
    stride /= 2;
    __syncthreads();
    if (t < active) {
      const int left = stride * (2 * t + 1) - 1, right = stride * (2 * t + 2) - 1, sum = tree[left];
      tree[left] = tree[right];
      tree[right] += sum;
    }
  }
  __syncthreads();
  data[base + 2 * t] = tree[2 * t];
  data[base + 2 * t + 1] = tree[2 * t + 1];
}

__global__ void add_sums(int* data, const int* sums) { data[blockIdx.x * per_block + threadIdx.x] += sums[blockIdx.x]; }

int main() {
  const int blocks = 24, n = blocks * per_block;
  int *d_data, *d_sums;
  CUDA_CALL(cudaMalloc(&d_data, n * sizeof(int)));
  CUDA_CALL(cudaMalloc(&d_sums, per_block * sizeof(int)));
  for (const bool odd : {false, true}) {
    std::vector<int> data(n);
    for (int i = 0; i < n; ++i) data[i] = odd ? 2 * i + 1 : 1;
    CUDA_CALL(cudaMemcpy(d_data, data.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_CALL(cudaMemset(d_sums, 0, per_block * sizeof(int)));
    scan_block<<<blocks, per_block / 2>>>(d_data, d_sums);
    scan_block<<<1, per_block / 2>>>(d_sums, nullptr);
    add_sums<<<blocks, per_block>>>(d_data, d_sums);
    CUDA_CALL(cudaGetLastError());
    CUDA_CALL(cudaMemcpy(data.data(), d_data, n * sizeof(int), cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += data[i] != (odd ? i * i : i);
    printf("%s: last %d, wrong %d\n", odd ? "odd numbers" : "ones", data[n - 1], wrong);
  }
  CUDA_CALL(cudaFree(d_data));
  CUDA_CALL(cudaFree(d_sums));
}
