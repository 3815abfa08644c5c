// Classes with virtual functions, made by a kernel with new, and deleted by another.
#include <cstdio>

class Shape {
 public:
  __device__ virtual ~Shape() {}
  __device__ virtual int area() const = 0;
};

class Rectangle : public Shape {
 public:
  __device__ Rectangle(int width, int height) : width_(width), height_(height) {}
  __device__ int area() const override { return width_ * height_; }

 protected:
  int width_, height_;
};

class Square : public Rectangle {
 public:
  __device__ explicit Square(int side) : Rectangle(side, side) {}
};

class Nothing : public Shape {
 public:
  __device__ int area() const override { return 0; }
};

__global__ void make(Shape** shapes) {
  const int i = threadIdx.x;
  if (i % 3 == 0) shapes[i] = new Rectangle(i, 2);
  if (i % 3 == 1) shapes[i] = new Square(i);
  if (i % 3 == 2) shapes[i] = new Nothing;
}
__global__ void measure(Shape** shapes, int* areas) { areas[threadIdx.x] = shapes[threadIdx.x]->area(); }
__global__ void destroy(Shape** shapes) { delete shapes[threadIdx.x]; }

int main() {
  const int n = 9;
  Shape** shapes;
  int *d_areas, areas[n];
  cudaMalloc(&shapes, n * sizeof *shapes);
  cudaMalloc(&d_areas, sizeof areas);
  make<<<1, n>>>(shapes);
  measure<<<1, n>>>(shapes, d_areas);
  cudaMemcpy(areas, d_areas, sizeof areas, cudaMemcpyDeviceToHost);
  destroy<<<1, n>>>(shapes);
  for (const int area : areas) printf("%d ", area);
  printf("\n");
  cudaFree(shapes);
  cudaFree(d_areas);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
