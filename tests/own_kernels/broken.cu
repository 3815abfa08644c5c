// Does not compile.
__global__ void broken(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = undeclared;
}
