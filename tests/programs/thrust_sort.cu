// Thrust: vectors of the host and the device, sort, reduce, transform, and a count. needs: toolkit
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <cstdio>

struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};

int main() {
  const int n = 200;
  thrust::host_vector<int> host(n);
  for (int i = 0; i < n; ++i) host[i] = (i * 73 + 5) % n;  // a permutation, since 73 has no factor 2 or 5
  thrust::device_vector<int> numbers = host;
  thrust::sort(numbers.begin(), numbers.end());
  host = numbers;
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += host[i] != i;
  std::printf("sorted, wrong %d, sum %d\n", wrong, thrust::reduce(numbers.begin(), numbers.end()));
  thrust::transform(numbers.begin(), numbers.end(), numbers.begin(), Square());
  std::printf("sum of squares %d, largest %d\n", thrust::reduce(numbers.begin(), numbers.end(), 0, thrust::plus<int>()),
              thrust::reduce(numbers.begin(), numbers.end(), 0, thrust::maximum<int>()));
}
