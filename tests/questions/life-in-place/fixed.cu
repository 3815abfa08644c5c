// Changed: the new generation goes to a second grid.
#include <cstdio>

const int N = 32;

__global__ void generation(const unsigned char* cell, unsigned char* next) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx || dy) alive += cell[(y + dy + N) % N * N + (x + dx + N) % N];
  const int i = y * N + x;
  next[i] = alive == 3 || (alive == 2 && cell[i]);
}

int main() {
  static unsigned char cell[N * N];
  for (int x : {14, 15, 16}) cell[15 * N + x] = 1;
  unsigned char *d, *next;
  cudaMalloc(&d, sizeof cell);
  cudaMalloc(&next, sizeof cell);
  cudaMemcpy(d, cell, sizeof cell, cudaMemcpyHostToDevice);
  generation<<<dim3(2, 2), dim3(16, 16)>>>(d, next);
  cudaMemcpy(cell, next, sizeof cell, cudaMemcpyDeviceToHost);
  std::printf("%d%d%d\n", cell[14 * N + 15], cell[15 * N + 15], cell[16 * N + 15]);
  cudaFree(d);
  cudaFree(next);
}
// prints: 111
