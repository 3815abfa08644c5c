// What a file may use although it includes nothing: the C library, C++'s functions, new and delete, virtual functions; and a host's
// main() beside the kernels.

struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float side) : side(side) {}
  __device__ float area() const override { return side * side; }
};
struct Triangle : Shape {
  float base, height;
  __device__ Triangle(float base, float height) : base(base), height(height) {}
  __device__ float area() const override { return 0.5f * base * height; }
};

/// Shapes from the heap, and an array of them.
__global__ void areas(const float* sizes, float* results, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Shape** const shapes = new Shape*[2];
  shapes[0] = i % 2 == 0 ? static_cast<Shape*>(new Square(sizes[i])) : new Triangle(sizes[i], 4);
  shapes[1] = new Square(2);
  results[i] = shapes[0]->area() + shapes[1]->area();
  delete shapes[0];
  delete shapes[1];
  delete[] shapes;
}

/// The functions of <math.h>, for float and double, and an integer where a number is wanted.
__global__ void usual_functions(const float* data, double* results, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float x = data[i];
  const double y = x;
  double* const mine = results + 8 * i;
  mine[0] = fabs(x) + abs(x) + abs(y) + fabs(y) + abs(-3);
  mine[1] = sqrt(fabs(x)) + sqrt(fabs(y));
  mine[2] = floor(x) + ceil(y) + trunc(x) + round(y) + rint(x);
  mine[3] = fmin(x, 0.5f) + fmax(y, 0.25) + min(x, 1.0f) + max(i, 3);
  mine[4] = x < 0 ? INFINITY : -INFINITY;
  mine[5] = isinf(mine[4]) + 2 * isnan(mine[4] - mine[4]) + 4 * isfinite(x) + 8 * (signbit(x) != 0);
  mine[6] = pow(y, 2) + exp(y) + sin(x) + M_PI;
  mine[7] = RAND_MAX > 0 && INT_MAX > 0 ? CHAR_BIT : 0;
}

/// A thread's bytes through memory of its own.
__global__ void copied_bytes(const unsigned char* from, unsigned char* to, int each) {
  unsigned char mine[24];
  memset(mine, 0xab, sizeof mine);
  memcpy(mine + 2, from + threadIdx.x * each, each);
  memcpy(to + threadIdx.x * 24, mine, sizeof mine);
}

/// Functions of CUDA's own that are rarer than atomicAdd and __shfl_sync: a warp.
__global__ void rare_intrinsics(const int* data, int* results) {
  __shared__ int sum;
  const int i = threadIdx.x, value = __ldcs(data + i);
  if (i == 0) sum = 0;
  __syncwarp();
  atomicAdd_block(&sum, value);
  atomicMax_system(results + 3 * 32, value);
  __syncwarp();
  int all;
  const unsigned alike = __match_all_sync(0xffffffffu, value > 1000, &all);
  __stcg(results + i, sum + (alike == 0xffffffffu) + 2 * all);
  results[32 + i] = (int)(__shfl_sync(0xffffffffu, (long)value << 33, 31 - i) >> 33);
  results[64 + i] = (int)__sad(value, -5, 7) + (__isShared(&sum) != 0) + 2 * (__isGlobal(results) != 0);
}

__global__ void greeting(int n) {
  if (threadIdx.x == 0) printf("%d threads in %s\n", n, "one block");
}

/// Stops at the first number that is too large.
__global__ void asserted(const int* data, int limit) {
  assert(data[threadIdx.x] < limit);
}

#define CHECK(call)                                                          \
  do {                                                                       \
    if (const cudaError_t error = (call); error != cudaSuccess) {            \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      exit(EXIT_FAILURE);                                                    \
    }                                                                        \
  } while (0)

int main() {
  int* data = nullptr;
  CHECK(cudaMalloc(&data, 32 * sizeof(int)));
  CHECK(cudaMemset(data, 0, 32 * sizeof(int)));
  asserted<<<1, 32>>>(data, 1);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(data));
  printf("%.1f\n", sqrt(fabs(-4.0)));
  return EXIT_SUCCESS;
}
