// A glider on a torus of 16 × 16 cells, in two buffers that change places. It moves one cell down and to the right in four
// generations, so after 64 it is where it was.
#include <cstdio>
#include <cstring>

const int N = 16;

__global__ void generation(const unsigned char* now, unsigned char* next) {
  const int x = threadIdx.x, y = blockIdx.x;
  int neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0) neighbours += now[(y + dy + N) % N * N + (x + dx + N) % N];
  next[y * N + x] = neighbours == 3 || (neighbours == 2 && now[y * N + x]);
}

static void show(int time, const unsigned char* cells) {
  printf("generation %d\n", time);
  for (int y = 0; y < 6; ++y) {
    for (int x = 0; x < 6; ++x) putchar(cells[y * N + x] ? 'o' : '.');
    putchar('\n');
  }
}

int main() {
  unsigned char start[N * N] = {}, cells[N * N];
  for (const int cell : {0 * N + 1, 1 * N + 2, 2 * N + 0, 2 * N + 1, 2 * N + 2}) start[cell] = 1;
  unsigned char* buffer[2];
  for (auto& b : buffer) cudaMalloc(&b, N * N);
  cudaMemcpy(buffer[0], start, N * N, cudaMemcpyHostToDevice);
  show(0, start);
  for (int time = 1; time <= 64; ++time) {
    generation<<<N, N>>>(buffer[(time - 1) % 2], buffer[time % 2]);
    if (time != 4 && time != 64) continue;
    cudaMemcpy(cells, buffer[time % 2], N * N, cudaMemcpyDeviceToHost);
    if (time == 4) show(time, cells);
  }
  printf("after 64 generations the same: %s\n", memcmp(start, cells, N * N) == 0 ? "yes" : "no");
  for (auto& b : buffer) cudaFree(b);
}
