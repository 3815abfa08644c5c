// sizeof of a pointer, where the size of the array was meant.
#include <cstdio>

__global__ void twice(int* x, int n) {
  const int i = threadIdx.x;
  if (i < n) x[i] *= 2;
}

int main() {
  const int n = 64;
  int* numbers = new int[n];
  int pair[2];
  int *d_numbers, *d_pair;
  for (int i = 0; i < n; ++i) numbers[i] = i;
  cudaMalloc(&d_numbers, n * sizeof(int));
  cudaMemcpy(d_numbers, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
  twice<<<1, n>>>(d_numbers, n);
  cudaMemcpy(numbers, d_numbers, sizeof(numbers), cudaMemcpyDeviceToHost);  // finds: size-of-pointer: cudaMemcpy copies 8 bytes, the size of a pointer, and nothing else of the 256 bytes of d_numbers ever comes to the host: sizeof(numbers) is
  // The same size, of an array of two.
  cudaMalloc(&d_pair, n * sizeof(int));
  cudaMemset(d_pair, 0, n * sizeof(int));
  cudaMemcpy(pair, d_pair, sizeof(pair), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", numbers[1], numbers[2], numbers[63], pair[1]);
  cudaFree(d_numbers);
  cudaFree(d_pair);
  delete[] numbers;
}
