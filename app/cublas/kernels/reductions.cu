// cuBLAS's functions from vectors to one number (cuBLAS documentation, "cuBLAS Level-1 Function Reference"). Each block reduces
// what its threads have, in a fixed order, so that equal calls give equal results. With one block that is the result; otherwise a
// second kernel reduces what the blocks have left in `of_blocks`.

/// Where blocks leave what they have, and where a result waits for the host: a part for each stream (cublas/kernels.h).
extern "C" {
__device__ double cublas_workspace[64 * 256];
}

namespace cublas {

constexpr int threads_per_block = 256;

template <typename T>
struct Sum {
  T value;
};
template <typename T>
__device__ Sum<T> combined(Sum<T> a, Sum<T> b) {
  return {a.value + b.value};
}

/// A sum of squares, scale² · sum, whose squares may be too large or too small for T.
template <typename T>
struct Squares {
  T scale, sum;
};
template <typename T>
__device__ Squares<T> combined(Squares<T> a, Squares<T> b) {
  if (b.scale == 0) return a;
  if (a.scale == 0) return b;
  if (a.scale < b.scale) return {b.scale, b.sum + a.sum * (a.scale / b.scale) * (a.scale / b.scale)};
  return {a.scale, a.sum + b.sum * (b.scale / a.scale) * (b.scale / a.scale)};
}

/// The largest value so far, at the smallest index; 0: none. For the smallest value, with the signs changed.
template <typename T>
struct Extreme {
  T value;
  int index;  ///< from 1
};
template <typename T>
__device__ Extreme<T> combined(Extreme<T> a, Extreme<T> b) {
  if (a.index == 0 || b.index == 0) return a.index == 0 ? b : a;
  if (a.value != b.value) return a.value > b.value ? a : b;
  return a.index < b.index ? a : b;
}

/// What the whole block has, for its first thread.
template <typename Part>
__device__ Part of_block(Part own) {
  __shared__ Part parts[threads_per_block];
  parts[threadIdx.x] = own;
  __syncthreads();
  for (unsigned half = threads_per_block / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) parts[threadIdx.x] = combined(parts[threadIdx.x], parts[threadIdx.x + half]);
    __syncthreads();
  }
  return parts[0];
}

template <typename T>
__device__ void store(Sum<T> part, T* result) {
  *result = part.value;
}
template <typename T>
__device__ void store(Squares<T> part, T* result) {
  *result = part.scale * sqrt(part.sum);
}
template <typename T>
__device__ void store(Extreme<T> part, int* result) {
  *result = part.index;
}

template <typename Part, typename Result>
__device__ void finish(Part own, Part* of_blocks, Result* result) {
  const Part part = of_block(own);
  if (threadIdx.x != 0) return;
  if (gridDim.x == 1)
    store(part, result);
  else
    of_blocks[blockIdx.x] = part;
}

template <typename T>
__global__ void dot(int n, const T* x, long long incx, const T* y, long long incy, Sum<T>* of_blocks, T* result) {
  Sum<T> own{0};
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) own.value += x[i * incx] * y[i * incy];
  finish(own, of_blocks, result);
}

template <typename T>
__global__ void asum(int n, const T* x, long long incx, Sum<T>* of_blocks, T* result) {
  Sum<T> own{0};
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) own.value += fabs(x[i * incx]);
  finish(own, of_blocks, result);
}

template <typename T>
__global__ void nrm2(int n, const T* x, long long incx, Squares<T>* of_blocks, T* result) {
  Squares<T> own{0, 0};
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const T value = fabs(x[i * incx]);
    if (own.scale < value) {
      own.sum = own.scale == 0 ? T(1) : 1 + own.sum * (own.scale / value) * (own.scale / value);
      own.scale = value;
    } else if (value != 0) {  // also not a number, which is neither less nor equal
      own.sum += own.scale == 0 ? value : (value / own.scale) * (value / own.scale);
      if (own.scale == 0) own.scale = value;
    }
  }
  finish(own, of_blocks, result);
}

template <typename T>
__global__ void iamax(int n, const T* x, long long incx, Extreme<T>* of_blocks, int* result) {
  Extreme<T> own{0, 0};
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    own = combined(own, Extreme<T>{fabs(x[i * incx]), i + 1});
  finish(own, of_blocks, result);
}

template <typename T>
__global__ void iamin(int n, const T* x, long long incx, Extreme<T>* of_blocks, int* result) {
  Extreme<T> own{0, 0};
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    own = combined(own, Extreme<T>{-fabs(x[i * incx]), i + 1});
  finish(own, of_blocks, result);
}

/// One block reduces what the blocks before have left.
template <typename Part, typename Result>
__device__ void combine(int blocks, Part* of_blocks, Result* result) {
  Part own{};
  for (int i = threadIdx.x; i < blocks; i += blockDim.x) own = combined(own, of_blocks[i]);
  finish(own, of_blocks, result);
}

template <typename T>
__global__ void sum_of_blocks(int blocks, Sum<T>* of_blocks, T* result) {
  combine(blocks, of_blocks, result);
}
template <typename T>
__global__ void nrm2_of_blocks(int blocks, Squares<T>* of_blocks, T* result) {
  combine(blocks, of_blocks, result);
}
template <typename T>
__global__ void extreme_of_blocks(int blocks, Extreme<T>* of_blocks, int* result) {
  combine(blocks, of_blocks, result);
}

template __global__ void dot(int, const float*, long long, const float*, long long, Sum<float>*, float*);
template __global__ void dot(int, const double*, long long, const double*, long long, Sum<double>*, double*);
template __global__ void asum(int, const float*, long long, Sum<float>*, float*);
template __global__ void asum(int, const double*, long long, Sum<double>*, double*);
template __global__ void nrm2(int, const float*, long long, Squares<float>*, float*);
template __global__ void nrm2(int, const double*, long long, Squares<double>*, double*);
template __global__ void iamax(int, const float*, long long, Extreme<float>*, int*);
template __global__ void iamax(int, const double*, long long, Extreme<double>*, int*);
template __global__ void iamin(int, const float*, long long, Extreme<float>*, int*);
template __global__ void iamin(int, const double*, long long, Extreme<double>*, int*);
template __global__ void sum_of_blocks(int, Sum<float>*, float*);
template __global__ void sum_of_blocks(int, Sum<double>*, double*);
template __global__ void nrm2_of_blocks(int, Squares<float>*, float*);
template __global__ void nrm2_of_blocks(int, Squares<double>*, double*);
template __global__ void extreme_of_blocks(int, Extreme<float>*, int*);
template __global__ void extreme_of_blocks(int, Extreme<double>*, int*);

}  // namespace cublas
