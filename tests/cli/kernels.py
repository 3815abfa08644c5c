"""Kernels that are not in the repository."""

SAXPY = """\
__global__ void saxpy(int n, float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
"""

TWO_KERNELS = """\
// rows x columns: out[r][c] = 1000 r + c
__global__ void number_cells(int rows, int columns, long long* out) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows && c < columns) out[(long long)r * columns + c] = 1000LL * r + c;
}

__global__ void halve(double* values, unsigned n) {
  unsigned stride = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) values[i] = values[i] / 2.0;
}
"""

# Reverses a block's elements in dynamic shared memory.
REVERSE = """\
__global__ void reverse(int* a) {
  extern __shared__ int tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = a[i];
  __syncthreads();
  a[i] = tile[blockDim.x - 1 - threadIdx.x];
}
"""

# Line 2 writes out of bounds from thread 8 on if the buffer has 8 elements.
PAST_THE_END = """\
__global__ void past_the_end(int* a) {
  a[threadIdx.x] = 1;
}
"""

ENDLESS = """\
__global__ void endless(volatile int* a) {
  while (a[0] == 0) {
  }
}
"""

TRAPPED = """\
__global__ void trapped(int* a) {
  if (a[0] == 0) __trap();
}
"""

# The two warps of a block of 64 wait at different barriers, each for all 64 threads.
DEADLOCK_PTX = """\
.version 7.0
.target sm_75
.address_size 64

.visible .entry deadlock(.param .u64 unused)
{
  .reg .b32 %r<2>;
  .reg .pred %p<2>;
  mov.u32 %r1, %tid.x;
  setp.lt.u32 %p1, %r1, 32;
  @%p1 bra FIRST;
  barrier.sync 1, 64;
  ret;
FIRST:
  barrier.sync 2, 64;
  ret;
}
"""

# Written by hand: squares of 64-bit integers, one per thread.
SQUARES_PTX = """\
.version 7.0
.target sm_75
.address_size 64

.visible .entry squares(.param .u64 values)
{
  .reg .b32 %r<5>;
  .reg .b64 %rd<7>;
  ld.param.u64 %rd1, [values];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.s32 %rd3, %r4, 8;
  add.s64 %rd4, %rd2, %rd3;
  ld.global.u64 %rd5, [%rd4];
  mul.lo.s64 %rd6, %rd5, %rd5;
  st.global.u64 [%rd4], %rd6;
  ret;
}
"""

# Variables of various kinds: in a namespace, a struct, one modified by the kernel.
VARIABLES = """\
namespace filter {
__constant__ float coefficients[4] = {1, 2, 3, 4};
}
struct Range {
  float offset;
  int step;
};
__constant__ Range range;
__constant__ double scale = 1.5;
__device__ int counter;
__device__ float result[16];
__device__ unsigned unused = 7;
__global__ void apply(const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  result[i] = in[i] * filter::coefficients[i % 4] * (float)scale + range.offset + range.step;
  atomicAdd(&counter, 1);
}
"""

# Lines 4 and 5 race: there is no __syncthreads() between them.
NO_BARRIER = """\
__global__ void neighbours(const int* in, int* out) {
  __shared__ int tile[64];
  int i = threadIdx.x;
  tile[i] = in[i];
  out[i] = tile[(i + 1) % 64];
}
"""

# The matrices of the CUDA C++ Programming Guide: structures with a pointer member, passed by value.
STRUCTURES = """\
struct Matrix {
  int width, height;
  float* elements;
};

__global__ void add_rows(Matrix in, double scale, Matrix sums) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= in.height) return;
  double sum = 0;
  for (int column = 0; column < in.width; ++column) sum += in.elements[row * in.width + column];
  sums.elements[row] = (float)(scale * sum);
}
"""
