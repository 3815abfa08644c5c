// The kernel's operation is a pointer to a device function, read from a variable of the device; and a table of them.
#include <cstdio>

typedef int (*Operation)(int, int);

__device__ int add(int a, int b) { return a + b; }
__device__ int multiply(int a, int b) { return a * b; }
__device__ int greatest_divisor(int a, int b) {
  while (b != 0) {
    const int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

__device__ Operation chosen = multiply;
__device__ Operation operations[3] = {add, multiply, greatest_divisor};

__global__ void apply(Operation operation, int* result, int a) { result[threadIdx.x] = operation(a, threadIdx.x); }
__global__ void apply_each(int* result, int a, int b) { result[threadIdx.x] = operations[threadIdx.x](a, b); }

int main() {
  int *device, result[32];
  cudaMalloc(&device, sizeof result);
  Operation operation;
  cudaMemcpyFromSymbol(&operation, chosen, sizeof operation);
  apply<<<1, 32>>>(operation, device, 6);
  cudaMemcpy(result, device, sizeof result, cudaMemcpyDeviceToHost);
  printf("6 * 7 = %d, 6 * 31 = %d\n", result[7], result[31]);
  apply_each<<<1, 3>>>(device, 84, 36);
  cudaMemcpy(result, device, sizeof result, cudaMemcpyDeviceToHost);
  printf("84 and 36: sum %d, product %d, greatest common divisor %d\n", result[0], result[1], result[2]);
  cudaFree(device);
}
