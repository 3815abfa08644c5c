// Two ways to sort in parallel: bitonic, by launches over global memory, and odd-even transposition in shared memory.
#include <cstdio>
#include <vector>

__global__ void bitonic_step(int* data, int j, int k) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, partner = i ^ j;
  if (partner <= i) return;
  const bool ascending = (i & k) == 0;
  const int a = data[i], b = data[partner];
  if ((a > b) == ascending) {
    data[i] = b;
    data[partner] = a;
  }
}

__global__ void odd_even(int* data, int n) {
  extern __shared__ int values[];
  const int t = threadIdx.x;
  if (t < n) values[t] = data[t];
  __syncthreads();
  for (int phase = 0; phase < n; ++phase) {
    const int left = 2 * t + phase % 2;
    if (left + 1 < n && values[left] > values[left + 1]) {
      const int held = values[left];
      values[left] = values[left + 1];
      values[left + 1] = held;
    }
    __syncthreads();
  }
  if (t < n) data[t] = values[t];
}

int main() {
  const int n = 512, few = 41;
  std::vector<int> numbers(n);
  for (int i = 0; i < n; ++i) numbers[i] = (i * 37 + 11) % n;  // a permutation, since 37 is odd
  int* device;
  cudaMalloc(&device, n * sizeof(int));
  cudaMemcpy(device, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  for (int k = 2; k <= n; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) bitonic_step<<<n / 128, 128>>>(device, j, k);
  cudaMemcpy(numbers.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += numbers[i] != i;
  printf("bitonic: wrong %d\n", wrong);
  for (int i = 0; i < few; ++i) numbers[i] = (few - i) / 2 * 10;
  cudaMemcpy(device, numbers.data(), few * sizeof(int), cudaMemcpyHostToDevice);
  odd_even<<<1, 64, few * sizeof(int)>>>(device, few);
  cudaMemcpy(numbers.data(), device, few * sizeof(int), cudaMemcpyDeviceToHost);
  printf("odd-even: %d %d %d %d … %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3], numbers[few - 2], numbers[few - 1]);
  cudaFree(device);
}
