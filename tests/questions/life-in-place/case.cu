// My game of life eats its gliders: the rules are right when I compute a single cell by hand, so why is the next generation wrong?
// asked: https://github.com/bryanoliveira/cellular-automata/pull/2
// open: "no barrier stands between them", but a barrier would not help
#include <cstdio>

const int N = 32;

__global__ void generation(unsigned char* cell) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx || dy) alive += cell[(y + dy + N) % N * N + (x + dx + N) % N];  // finds: data-race: another buffer
  const int i = y * N + x;
  cell[i] = alive == 3 || (alive == 2 && cell[i]);
}

int main() {
  static unsigned char cell[N * N];
  for (int x : {14, 15, 16}) cell[15 * N + x] = 1;
  unsigned char* d;
  cudaMalloc(&d, sizeof cell);
  cudaMemcpy(d, cell, sizeof cell, cudaMemcpyHostToDevice);
  generation<<<dim3(2, 2), dim3(16, 16)>>>(d);
  cudaMemcpy(cell, d, sizeof cell, cudaMemcpyDeviceToHost);
  std::printf("%d%d%d\n", cell[14 * N + 15], cell[15 * N + 15], cell[16 * N + 15]);
  cudaFree(d);
}
