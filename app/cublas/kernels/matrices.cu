// cuBLAS's functions on matrices but the product of two (cuBLAS documentation, "cuBLAS Level-2 Function Reference", "cuBLAS-like
// Extension"). Matrices are column-major: element (row, column) is at a[row + column · lda]. Vectors and scalars are as in
// vectors.cu. What is multiplied by 0 is not read.

namespace cublas {

/// y = alpha · A · x + beta · y, a thread per row.
template <typename T>
__global__ void gemv(int m, int n, const T* alpha_at, T alpha, const T* a, int lda, const T* x, long long incx, const T* beta_at,
                     T beta, T* y, long long incy) {
  const T factor = alpha_at != nullptr ? *alpha_at : alpha, kept = beta_at != nullptr ? *beta_at : beta;
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m) return;
  T sum = 0;
  if (factor != 0)
    for (int column = 0; column < n; ++column) sum += a[row + (long long)column * lda] * x[column * incx];
  T& to = y[row * incy];
  to = kept == 0 ? factor * sum : factor * sum + kept * to;
}

/// y = alpha · transposed(A) · x + beta · y, a warp per column of A.
template <typename T>
__global__ void gemv_transposed(int m, int n, const T* alpha_at, T alpha, const T* a, int lda, const T* x, long long incx,
                                const T* beta_at, T beta, T* y, long long incy) {
  const T factor = alpha_at != nullptr ? *alpha_at : alpha, kept = beta_at != nullptr ? *beta_at : beta;
  const int lane = threadIdx.x % 32, column = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  if (column >= n) return;
  T sum = 0;
  if (factor != 0)
    for (int row = lane; row < m; row += 32) sum += a[row + (long long)column * lda] * x[row * incx];
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
  if (lane != 0) return;
  T& to = y[column * incy];
  to = kept == 0 ? factor * sum : factor * sum + kept * to;
}

/// A = alpha · x · transposed(y) + A, a thread per element.
template <typename T>
__global__ void ger(int m, int n, const T* alpha_at, T alpha, const T* x, long long incx, const T* y, long long incy, T* a,
                    int lda) {
  const T factor = alpha_at != nullptr ? *alpha_at : alpha;
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m) return;
  for (int column = blockIdx.y * blockDim.y + threadIdx.y; column < n; column += gridDim.y * blockDim.y)
    a[row + (long long)column * lda] += factor * x[row * incx] * y[column * incy];
}

/// C = alpha · op(A) + beta · op(B), a thread per element. C may be A or B, where that is not transposed.
template <typename T>
__global__ void geam(int transposed_a, int transposed_b, int m, int n, const T* alpha_at, T alpha, const T* a, int lda,
                     const T* beta_at, T beta, const T* b, int ldb, T* c, int ldc) {
  const T of_a = alpha_at != nullptr ? *alpha_at : alpha, of_b = beta_at != nullptr ? *beta_at : beta;
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m) return;
  for (int column = blockIdx.y * blockDim.y + threadIdx.y; column < n; column += gridDim.y * blockDim.y) {
    T sum = 0;
    if (of_a != 0) sum += of_a * (transposed_a ? a[column + (long long)row * lda] : a[row + (long long)column * lda]);
    if (of_b != 0) sum += of_b * (transposed_b ? b[column + (long long)row * ldb] : b[row + (long long)column * ldb]);
    c[row + (long long)column * ldc] = sum;
  }
}

template __global__ void gemv(int, int, const float*, float, const float*, int, const float*, long long, const float*, float,
                              float*, long long);
template __global__ void gemv(int, int, const double*, double, const double*, int, const double*, long long, const double*,
                              double, double*, long long);
template __global__ void gemv_transposed(int, int, const float*, float, const float*, int, const float*, long long, const float*,
                                         float, float*, long long);
template __global__ void gemv_transposed(int, int, const double*, double, const double*, int, const double*, long long,
                                         const double*, double, double*, long long);
template __global__ void ger(int, int, const float*, float, const float*, long long, const float*, long long, float*, int);
template __global__ void ger(int, int, const double*, double, const double*, long long, const double*, long long, double*, int);
template __global__ void geam(int, int, int, int, const float*, float, const float*, int, const float*, float, const float*, int,
                              float*, int);
template __global__ void geam(int, int, int, int, const double*, double, const double*, int, const double*, double, const double*,
                              int, double*, int);

}  // namespace cublas
