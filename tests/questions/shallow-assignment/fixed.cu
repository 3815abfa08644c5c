// The class has an assignment that copies the elements.
#include <cstdio>

class Vector {
 public:
  explicit Vector(int n) : size(n) { cudaMalloc(&values, n * sizeof(int)); }
  Vector(const Vector&) = delete;
  Vector& operator=(const Vector& other) {
    cudaMemcpy(values, other.values, size * sizeof(int), cudaMemcpyDeviceToDevice);
    return *this;
  }
  ~Vector() { cudaFree(values); }
  int size;
  int* values;
};

__global__ void fill(int* values, int value) { values[threadIdx.x] = value; }

int main() {
  int host[32];
  Vector a(32), b(32);
  fill<<<1, 32>>>(a.values, 1);
  b = a;
  fill<<<1, 32>>>(b.values, 2);
  cudaMemcpy(host, a.values, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[0]);
}
// prints: 1
