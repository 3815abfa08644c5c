// A kernel writes every member of structures with padding, another copies them, and so does the host. Nobody writes the padding.
#include <cstdio>

struct Narrow {
  char letter;
  int number;
};
struct Wide {
  double sum;
  short count;
};
struct alignas(16) Point {
  float x, y, z;
};

__global__ void fill(Narrow* narrow, Wide* wide, Point* points) {
  const int i = threadIdx.x;
  narrow[i].letter = 'a' + i % 26;
  narrow[i].number = i;
  wide[i].sum = 0.5 * i;
  wide[i].count = i;
  points[i].x = i;
  points[i].y = 2 * i;
  points[i].z = 3 * i;
}

__global__ void reverse(const Narrow* narrow, const Wide* wide, const Point* points, Narrow* narrow_to, Wide* wide_to,
                        Point* points_to) {
  const int i = threadIdx.x, other = blockDim.x - 1 - i;
  narrow_to[i] = narrow[other];
  wide_to[i] = wide[other];
  points_to[i] = points[other];
}

int main() {
  const int n = 64;
  Narrow narrow[n], *d_narrow, *d_narrow_to;
  Wide wide[n], *d_wide, *d_wide_to;
  Point points[n], *d_points, *d_points_to;
  cudaMalloc(&d_narrow, sizeof narrow);
  cudaMalloc(&d_narrow_to, sizeof narrow);
  cudaMalloc(&d_wide, sizeof wide);
  cudaMalloc(&d_wide_to, sizeof wide);
  cudaMalloc(&d_points, sizeof points);
  cudaMalloc(&d_points_to, sizeof points);
  fill<<<1, n>>>(d_narrow, d_wide, d_points);
  reverse<<<1, n>>>(d_narrow, d_wide, d_points, d_narrow_to, d_wide_to, d_points_to);
  cudaMemcpy(narrow, d_narrow_to, sizeof narrow, cudaMemcpyDeviceToHost);
  cudaMemcpy(wide, d_wide_to, sizeof wide, cudaMemcpyDeviceToHost);
  cudaMemcpy(points, d_points, sizeof points, cudaMemcpyDeviceToHost);
  std::printf("%c %d %.1f %d %.0f %.0f %.0f\n", narrow[0].letter, narrow[63].number, wide[1].sum, wide[2].count, points[3].x,
              points[4].y, points[5].z);
  cudaFree(d_narrow);
  cudaFree(d_narrow_to);
  cudaFree(d_wide);
  cudaFree(d_wide_to);
  cudaFree(d_points);
  cudaFree(d_points_to);
}
