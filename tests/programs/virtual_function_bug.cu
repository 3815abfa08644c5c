// An object with virtual functions is made on the host and copied: its functions are the host's.
#include <cstdio>

struct Shape {
  float side = 2;
  __host__ __device__ virtual float area() const { return 0; }
};
struct Square : Shape {
  __host__ __device__ float area() const override { return side * side; }
};

__global__ void measure(const Shape* shape, float* area) {
  *area = shape->area();  // finds: device-touched-host: an object with virtual functions
}

int main() {
  Square square;
  Square* d_square;
  float* d_area;
  cudaMalloc(&d_square, sizeof(Square));
  cudaMalloc(&d_area, sizeof(float));
  cudaMemcpy(d_square, &square, sizeof square, cudaMemcpyHostToDevice);
  measure<<<1, 1>>>(d_square, d_area);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
