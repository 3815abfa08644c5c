// A structure is copied with the pointer in it, but not what that points to.
#include <cstdio>

struct Grid {
  int n;
  float* values;
};

__global__ void scale(Grid* grid) {
  const int i = threadIdx.x;
  if (i < grid->n) grid->values[i] *= 3;  // finds: device-touched-host: at byte 8 of d_grid, where cudaMemcpy put it: a copy of a structure has its pointers
}

int main() {
  const int n = 32;
  Grid grid, *d_grid;
  grid.n = n;
  grid.values = new float[n]();
  cudaMalloc(&d_grid, sizeof(Grid));
  cudaMemcpy(d_grid, &grid, sizeof(Grid), cudaMemcpyHostToDevice);
  scale<<<1, n>>>(d_grid);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  delete[] grid.values;
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
