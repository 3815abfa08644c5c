// What the language has: templates, structs, recursion, pointers to functions, virtual calls, printf, memory of every kind.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/// A block's reduction by any operation and type.
template <typename T, typename Operation>
__device__ T reduce(const T* data, int n, T start, Operation operation) {
  T result = start;
  for (int i = 0; i < n; ++i) result = operation(result, data[i]);
  return result;
}
struct Largest {
  __device__ double operator()(double a, double b) const { return a > b ? a : b; }
};
template <int rows, typename T>
__global__ void row_sums(const T* data, T* sums, T* largest) {
  const T* const mine = data + threadIdx.x * rows;
  sums[threadIdx.x] = reduce(mine, rows, T(0), [](T a, T b) { return a + b; });
  largest[threadIdx.x] = reduce(mine, rows, T(-1000), Largest());
}
template __global__ void row_sums<5, short>(const short*, short*, short*);
template __global__ void row_sums<7, double>(const double*, double*, double*);

/// Structs of mixed members, by value in and out of functions that are not inlined.
struct Particle {
  float3 place;
  char kind;
  double mass;
};
__noinline__ __device__ Particle moved(Particle particle, float3 by) {
  particle.place.x += by.x;
  particle.place.y += by.y;
  particle.place.z += by.z;
  particle.mass *= particle.kind;
  return particle;
}
__global__ void structs(const Particle* from, Particle* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = moved(from[i], make_float3(1, 2, i));
}

__noinline__ __device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void recursion(int* results, int n) {
  const int i = threadIdx.x;
  if (i < n) results[i] = fibonacci(i % 13);
}

/// Quicksort of a row a thread, calling itself on both halves.
__device__ void quicksort(int* data, int low, int high) {
  if (low >= high) return;
  const int pivot = data[(low + high) / 2];
  int i = low, k = high;
  while (i <= k) {
    while (data[i] < pivot) ++i;
    while (data[k] > pivot) --k;
    if (i <= k) {
      const int kept = data[i];
      data[i++] = data[k];
      data[k--] = kept;
    }
  }
  quicksort(data, low, k);
  quicksort(data, i, high);
}
__global__ void quicksort_rows(int* data, int width, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) quicksort(data + row * width, 0, width - 1);
}

__device__ float add(float a, float b) { return a + b; }
__device__ float subtract(float a, float b) { return a - b; }
__device__ float multiply(float a, float b) { return a * b; }
typedef float (*BinaryFunction)(float, float);
__device__ BinaryFunction operations[3] = {add, subtract, multiply};

/// Lanes of one warp call different functions through a table.
__global__ void function_table(const float* a, const float* b, const int* which, float* results, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) results[i] = operations[which[i]](a[i], b[i]);
}

struct Shape {
  __device__ virtual int area() const = 0;
};
struct Square : Shape {
  int side;
  __device__ explicit Square(int side) : side(side) {}
  __device__ int area() const override { return side * side; }
};
struct Rectangle : Shape {
  int width, height;
  __device__ Rectangle(int width, int height) : width(width), height(height) {}
  __device__ int area() const override { return width * height; }
};
__noinline__ __device__ int area_of(const Shape& shape) { return shape.area(); }
__global__ void virtual_calls(int* areas, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const Square square(i);
  const Rectangle rectangle(i, 3);
  areas[i] = i % 2 == 0 ? area_of(square) : area_of(rectangle);
}

/// A dense switch, which becomes a table of branches.
__global__ void switches(const int* commands, int* results, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int value = i;
  switch (commands[i]) {
    case 0:
      value += 7;
      break;
    case 1:
      value *= 3;
      break;
    case 2:
      value -= 100;
      // falls through
    case 3:
      value ^= 0x55;
      break;
    case 4:
      value = value * value;
      break;
    case 5:
      value = -value;
      break;
    case 6:
      value <<= 3;
      break;
    case 7:
      value = ~value;
      break;
    default:
      value = commands[i];
  }
  results[i] = value;
}

/// One thread after the other prints, so that the order is known.
__global__ void print_lines(const float* values, int n) {
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == i) printf("thread %d of %s has %.3f, %5u, %-4c|, %llx, %%\n", i, "block 0", values[i], i * i, 'a' + i, 1ull << (8 * i));
    __syncthreads();
  }
}

/// A list of nodes from the heap, added up and given back; and an assertion that holds.
struct Node {
  int value;
  Node* next;
};
__global__ void heap(int* sums, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  Node* head = nullptr;
  for (int k = 0; k <= i; ++k) {
    Node* const node = static_cast<Node*>(malloc(sizeof(Node)));
    assert(node != nullptr);
    node->value = k * k;
    node->next = head;
    head = node;
  }
  int sum = 0;
  while (head != nullptr) {
    sum += head->value;
    Node* const next = head->next;
    free(head);
    head = next;
  }
  sums[i] = sum;
}

/// Shared memory of a size that the launch gives, cut into arrays of two types.
__global__ void dynamic_shared(const int* keys, const double* weights, double* results, int n) {
  extern __shared__ double space[];
  double* const shared_weights = space;
  int* const shared_keys = reinterpret_cast<int*>(space + n);
  const int i = threadIdx.x;
  if (i < n) {
    shared_weights[i] = weights[i];
    shared_keys[i] = keys[i];
  }
  __syncthreads();
  if (i < n) results[i] = shared_weights[shared_keys[i]] * shared_keys[n - 1 - i];
}

__device__ int visits[4] = {10, 20};
__device__ const char* const names[3] = {"alpha", "beta", "gamma"};
__constant__ double offsets[3] = {0.5, -1.5};

/// Variables of the module: initialised, partly, by the host, and holding addresses.
__global__ void module_variables(double* results, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  int length = 0;
  for (const char* c = names[i % 3]; *c != 0; ++c) ++length;
  results[i] = offsets[i % 3] + length;
  atomicAdd(&visits[i % 4], 1);
}

/// A pointer that may lead to global, shared, local or constant memory.
__global__ void generic_pointers(const int* global, int* results, int n) {
  __shared__ int shared[64];
  int local[4] = {(int)threadIdx.x, 1, 2, 3};
  shared[threadIdx.x] = 1000 + threadIdx.x;
  __syncthreads();
  const int i = threadIdx.x;
  if (i >= n) return;
  const int* pointer = i % 3 == 0 ? &global[i] : i % 3 == 1 ? &shared[n - 1 - i] : &local[i % 4];
  local[i % 4] += 5;
  results[i] = *pointer;
}

/// Three dimensions of blocks and threads: every thread writes its own place.
__global__ void places_3d(uint4* places) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
                 z = blockIdx.z * blockDim.z + threadIdx.z;
  const unsigned width = gridDim.x * blockDim.x, height = gridDim.y * blockDim.y;
  places[(z * height + y) * width + x] = make_uint4(x, y, z, (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x);
}
