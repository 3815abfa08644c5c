// cuBLAS's functions on vectors, of both types, with increments of both signs, against loops on the host; with scalars and
// results in the memory of the host and of the device.
#include <cublas_v2.h>

#include <cmath>
#include <cstdio>
#include <vector>

int wrong = 0;

void check(const char* what, double found, double expected, double tolerance) {
  if (std::fabs(found - expected) <= tolerance * std::fmax(1, std::fabs(expected))) return;
  ++wrong;
  std::printf("%s: %.17g, not %.17g\n", what, found, expected);
}

/// The functions by one name for both types.
#define BOTH(name, single, twice)                       \
  template <typename... Arguments>                      \
  cublasStatus_t name(float, Arguments... arguments) {  \
    return single(arguments...);                        \
  }                                                     \
  template <typename... Arguments>                      \
  cublasStatus_t name(double, Arguments... arguments) { \
    return twice(arguments...);                         \
  }
BOTH(axpy, cublasSaxpy, cublasDaxpy)
BOTH(scal, cublasSscal, cublasDscal)
BOTH(copy, cublasScopy, cublasDcopy)
BOTH(exchange, cublasSswap, cublasDswap)
BOTH(rotate, cublasSrot, cublasDrot)
BOTH(dot, cublasSdot, cublasDdot)
BOTH(nrm2, cublasSnrm2, cublasDnrm2)
BOTH(asum, cublasSasum, cublasDasum)
BOTH(iamax, cublasIsamax, cublasIdamax)
BOTH(iamin, cublasIsamin, cublasIdamin)

/// Where element i of n is, counted from the beginning of the memory.
int at(int i, int n, int increment) { return increment > 0 ? i * increment : (i - n + 1) * increment; }

template <typename T>
struct Vectors {
  std::vector<T> x, y;
  T *d_x, *d_y;

  explicit Vectors(int n) : x(3 * n), y(3 * n) {
    for (int k = 0; k < 3 * n; ++k) {
      x[k] = T(k * 37 % 101 - 50) / 8;
      y[k] = T(k * 53 % 97 - 48) / 4;
    }
    cudaMalloc(&d_x, 3 * n * sizeof(T));
    cudaMalloc(&d_y, 3 * n * sizeof(T));
    cublasSetVector(3 * n, sizeof(T), x.data(), 1, d_x, 1);
    cublasSetVector(3 * n, sizeof(T), y.data(), 1, d_y, 1);
  }
  ~Vectors() {
    cudaFree(d_x);
    cudaFree(d_y);
  }
  void compare(const char* what, double tolerance) {
    std::vector<T> found(x.size());
    cublasGetVector((int)x.size(), sizeof(T), d_x, 1, found.data(), 1);
    for (std::size_t k = 0; k < x.size(); ++k) check(what, found[k], x[k], tolerance);
    cublasGetVector((int)y.size(), sizeof(T), d_y, 1, found.data(), 1);
    for (std::size_t k = 0; k < y.size(); ++k) check(what, found[k], y[k], tolerance);
  }
};

template <typename T>
void test(cublasHandle_t handle, int n, int incx, int incy, double tolerance) {
  const T alpha = T(0.75), cosine = T(0.6), sine = T(0.8);
  {
    Vectors<T> v(n);
    axpy(T(), handle, n, &alpha, v.d_x, incx, v.d_y, incy);
    for (int i = 0; i < n; ++i) v.y[at(i, n, incy)] += alpha * v.x[at(i, n, incx)];
    v.compare("axpy", tolerance);
    exchange(T(), handle, n, v.d_x, incx, v.d_y, incy);
    for (int i = 0; i < n; ++i) std::swap(v.x[at(i, n, incx)], v.y[at(i, n, incy)]);
    v.compare("swap", tolerance);
    rotate(T(), handle, n, v.d_x, incx, v.d_y, incy, &cosine, &sine);
    for (int i = 0; i < n; ++i) {
      T& of_x = v.x[at(i, n, incx)];
      T& of_y = v.y[at(i, n, incy)];
      const T turned = cosine * of_x + sine * of_y;
      of_y = cosine * of_y - sine * of_x;
      of_x = turned;
    }
    v.compare("rot", tolerance);
    copy(T(), handle, n, v.d_x, incx, v.d_y, incy);
    for (int i = 0; i < n; ++i) v.y[at(i, n, incy)] = v.x[at(i, n, incx)];
    v.compare("copy", tolerance);
    scal(T(), handle, n, &alpha, v.d_x, incx);
    for (int i = 0; incx > 0 && i < n; ++i) v.x[at(i, n, incx)] *= alpha;
    v.compare("scal", tolerance);
  }
  Vectors<T> v(n);
  double product = 0, squares = 0, sum = 0;
  int largest = 0, smallest = 0;
  const auto size = [&](int i) { return std::fabs(v.x[i * incx]); };
  for (int i = 0; i < n; ++i) product += double(v.x[at(i, n, incx)]) * v.y[at(i, n, incy)];
  for (int i = 0; incx > 0 && i < n; ++i) {
    squares += double(size(i)) * size(i);
    sum += size(i);
    if (size(i) > size(largest)) largest = i;
    if (size(i) < size(smallest)) smallest = i;
  }
  T result = -1, *d_result;
  int index = -1, *d_index;
  dot(T(), handle, n, v.d_x, incx, v.d_y, incy, &result);
  check("dot", result, product, tolerance);
  nrm2(T(), handle, n, v.d_x, incx, &result);
  check("nrm2", result, std::sqrt(squares), tolerance);
  asum(T(), handle, n, v.d_x, incx, &result);
  check("asum", result, sum, tolerance);
  iamax(T(), handle, n, v.d_x, incx, &index);
  check("iamax", index, incx > 0 ? largest + 1 : 0, 0);
  iamin(T(), handle, n, v.d_x, incx, &index);
  check("iamin", index, incx > 0 ? smallest + 1 : 0, 0);

  // The same with the device's memory for results and scalars: nothing comes to the host by itself.
  cudaMalloc(&d_result, sizeof(T));
  cudaMalloc(&d_index, sizeof(int));
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  dot(T(), handle, n, v.d_x, incx, v.d_y, incy, d_result);
  cudaMemcpy(&result, d_result, sizeof result, cudaMemcpyDeviceToHost);
  check("dot on the device", result, product, tolerance);
  iamax(T(), handle, n, v.d_x, incx, d_index);
  cudaMemcpy(&index, d_index, sizeof index, cudaMemcpyDeviceToHost);
  check("iamax on the device", index, incx > 0 ? largest + 1 : 0, 0);
  axpy(T(), handle, n, d_result, v.d_x, incx, v.d_y, incy);
  for (int i = 0; i < n; ++i) v.y[at(i, n, incy)] += result * v.x[at(i, n, incx)];
  v.compare("axpy by a scalar on the device", tolerance);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  cudaFree(d_result);
  cudaFree(d_index);
}

int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  for (int n : {1, 33, 2500}) {
    test<float>(handle, n, 1, 1, 1e-4);
    test<double>(handle, n, 1, 1, 1e-12);
  }
  test<float>(handle, 70, 3, -2, 1e-5);
  test<double>(handle, 70, -1, 2, 1e-13);

  // Squares that no float can hold.
  const float large[] = {3e30f, 4e30f}, small[] = {3e-30f, 4e-30f};
  float *d_x, length = 0;
  cudaMalloc(&d_x, sizeof large);
  cublasSetVector(2, sizeof(float), large, 1, d_x, 1);
  cublasSnrm2(handle, 2, d_x, 1, &length);
  check("nrm2 of large numbers", length / 1e30, 5, 1e-6);
  cublasSetVector(2, sizeof(float), small, 1, d_x, 1);
  cublasSnrm2(handle, 2, d_x, 1, &length);
  check("nrm2 of small numbers", length * 1e30, 5, 1e-6);
  cudaFree(d_x);
  cublasDestroy(handle);
  std::printf("%d wrong\n", wrong);
}
