// cuBLAS's functions on vectors, element by element (cuBLAS documentation, "cuBLAS Level-1 Function Reference"). Element i of a
// vector is at x[i · incx]; the library gives vectors with a negative increment from their last element in memory on. A scalar is
// read on the device where the program has given its address (alpha_at), else it is `alpha`.

namespace cublas {

template <typename T>
__global__ void axpy(int n, const T* alpha_at, T alpha, const T* x, long long incx, T* y, long long incy) {
  const T factor = alpha_at != nullptr ? *alpha_at : alpha;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i * incy] += factor * x[i * incx];
}

template <typename T>
__global__ void scal(int n, const T* alpha_at, T alpha, T* x, long long incx) {
  const T factor = alpha_at != nullptr ? *alpha_at : alpha;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i * incx] *= factor;
}

template <typename T>
__global__ void copy(int n, const T* x, long long incx, T* y, long long incy) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i * incy] = x[i * incx];
}

template <typename T>
__global__ void swap(int n, T* x, long long incx, T* y, long long incy) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const T of_x = x[i * incx];
    x[i * incx] = y[i * incy];
    y[i * incy] = of_x;
  }
}

/// Rotates the points (x, y) by the angle with cosine c and sine s.
template <typename T>
__global__ void rot(int n, T* x, long long incx, T* y, long long incy, const T* c_at, T c, const T* s_at, T s) {
  const T cosine = c_at != nullptr ? *c_at : c, sine = s_at != nullptr ? *s_at : s;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const T of_x = x[i * incx], of_y = y[i * incy];
    x[i * incx] = cosine * of_x + sine * of_y;
    y[i * incy] = cosine * of_y - sine * of_x;
  }
}

template __global__ void axpy(int, const float*, float, const float*, long long, float*, long long);
template __global__ void axpy(int, const double*, double, const double*, long long, double*, long long);
template __global__ void scal(int, const float*, float, float*, long long);
template __global__ void scal(int, const double*, double, double*, long long);
template __global__ void copy(int, const float*, long long, float*, long long);
template __global__ void copy(int, const double*, long long, double*, long long);
template __global__ void swap(int, float*, long long, float*, long long);
template __global__ void swap(int, double*, long long, double*, long long);
template __global__ void rot(int, float*, long long, float*, long long, const float*, float, const float*, float);
template __global__ void rot(int, double*, long long, double*, long long, const double*, double, const double*, double);

}  // namespace cublas
