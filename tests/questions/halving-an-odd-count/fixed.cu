// Changed: the count is halved upwards, the odd one in the middle stays for the next round.
#include <cstdio>

__global__ void total(const int* x, int* out) {
  __shared__ int part[96];
  const int t = threadIdx.x;
  part[t] = x[t];
  __syncthreads();
  for (int count = blockDim.x; count > 1;) {
    const int half = (count + 1) / 2;
    if (t + half < count) part[t] += part[t + half];
    __syncthreads();
    count = half;
  }
  if (t == 0) *out = part[0];
}

int main() {
  int x[96], out, *dX, *dOut;
  for (int& v : x) v = 1;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dOut, sizeof out);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  total<<<1, 96>>>(dX, dOut);
  cudaMemcpy(&out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%d\n", out);
  cudaFree(dX);
  cudaFree(dOut);
}
// prints: 96
