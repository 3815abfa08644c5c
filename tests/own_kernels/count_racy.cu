// A planted race: all threads add to one bin without an atomic.
__global__ void count_racy(const unsigned char* digits, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bins[digits[i]] = bins[digits[i]] + 1;
}
