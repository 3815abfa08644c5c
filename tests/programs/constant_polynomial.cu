// Coefficients in constant memory, set by the host; a result in a variable of the device, read by the host.
#include <cstdio>

__constant__ int coefficients[4];
__constant__ int start = 5;
__device__ int largest;
__device__ int counts[2] = {100, 200};

__global__ void evaluate() {
  const int x = threadIdx.x + start;
  int value = 0;
  for (int k = 3; k >= 0; --k) value = value * x + coefficients[k];
  atomicMax(&largest, value);
  atomicAdd(&counts[value % 2 != 0], 1);
}

int main() {
  const int cubic[4] = {1, 0, 0, 2};  // 1 + 2 x³
  int result = 0, parity[2];
  cudaMemcpyToSymbol(coefficients, cubic, sizeof cubic);
  evaluate<<<1, 6>>>();
  cudaMemcpyFromSymbol(&result, largest, sizeof result);
  printf("1 + 2 x^3 for x = 5 to 10: at most %d\n", result);
  const int linear = 3;
  cudaMemcpyToSymbol(coefficients, &linear, sizeof linear, 1 * sizeof(int));  // 1 + 3 x + 2 x³
  result = -1;
  cudaMemcpyToSymbol(largest, &result, sizeof result);
  const int zero = 0;
  cudaMemcpyToSymbol(start, &zero, sizeof zero);
  evaluate<<<1, 6>>>();
  cudaMemcpyFromSymbol(&result, largest, sizeof result);
  cudaMemcpyFromSymbol(parity, counts, sizeof parity);
  printf("1 + 3 x + 2 x^3 for x = 0 to 5: at most %d; even %d, odd %d\n", result, parity[0], parity[1]);
  int* address = nullptr;
  size_t bytes = 0;
  cudaGetSymbolAddress((void**)&address, counts);
  cudaGetSymbolSize(&bytes, counts);
  cudaMemcpy(&result, address + 1, sizeof result, cudaMemcpyDeviceToHost);
  printf("%zu bytes, odd again %d\n", bytes, result);
}
