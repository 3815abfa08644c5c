// In my loop over experts a thread that has nothing to do says continue; why do the others wait for ever at the barrier further down in the loop?
// asked: https://github.com/1bit-MONSTER/1bit-MONSTER/issues/1262
#include <cstdio>

__global__ void gather(const int* expert, const float* weight, float* out, int rounds) {
  __shared__ float value[64];
  const int t = threadIdx.x;
  float sum = 0;
  value[t] = 0;
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    const int e = expert[r * 64 + t];
    if (e < 0) continue;
    value[t] = weight[e];
    __syncthreads();  // finds: barrier-divergence: 10 threads have gone past the branch or loop in which it stands
    sum += value[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

int main() {
  const int rounds = 3;
  int expert[rounds * 64], *dExpert;
  float weight[4] = {1, 2, 3, 4}, out[64], *dWeight, *dOut;
  for (int i = 0; i < rounds * 64; ++i) expert[i] = i % 7 == 0 ? -1 : 0;
  cudaMalloc(&dExpert, sizeof expert);
  cudaMalloc(&dWeight, sizeof weight);
  cudaMalloc(&dOut, sizeof out);
  cudaMemcpy(dExpert, expert, sizeof expert, cudaMemcpyHostToDevice);
  cudaMemcpy(dWeight, weight, sizeof weight, cudaMemcpyHostToDevice);
  gather<<<1, 64>>>(dExpert, dWeight, dOut, rounds);
  const cudaError_t error = cudaMemcpy(out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%s", cudaGetErrorString(error));
  if (error == cudaSuccess) std::printf(" %g %g", out[0], out[1]);
  std::printf("\n");
  cudaFree(dExpert);
  cudaFree(dWeight);
  cudaFree(dOut);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
