// cuBLAS's functions on matrices against loops on the host: all ways to transpose, matrices that are parts of larger ones, and
// what must not be read or written.
#include <cublas_v2.h>

#include <cmath>
#include <cstdio>
#include <vector>

int wrong = 0;

/// A column-major matrix here and there, with `leading` elements from column to column; what lies between columns must stay.
template <typename T>
struct Matrix {
  int rows, columns, leading;
  std::vector<T> host;
  T* device;

  Matrix(int rows, int columns, int leading, int seed) : rows(rows), columns(columns), leading(leading), host(leading * columns) {
    for (int k = 0; k < (int)host.size(); ++k) host[k] = T((k * 29 + seed * 17) % 23 - 11) / 4;
    cudaMalloc(&device, host.size() * sizeof(T));
    cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~Matrix() { cudaFree(device); }
  T& at(int row, int column) { return host[row + column * leading]; }
  T at(cublasOperation_t operation, int row, int column) { return operation == CUBLAS_OP_N ? at(row, column) : at(column, row); }
  void compare(const char* what) {
    std::vector<T> found(host.size());
    cudaMemcpy(found.data(), device, found.size() * sizeof(T), cudaMemcpyDeviceToHost);
    for (std::size_t k = 0; k < host.size(); ++k) {
      if (std::fabs(double(found[k]) - double(host[k])) <= 1e-4) continue;  // sums of a few multiples of 1/16
      if (wrong++ < 5) std::printf("%s, %d: %g, not %g\n", what, (int)k, double(found[k]), double(host[k]));
    }
  }
};

cublasStatus_t gemm(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const float* alpha,
                    const Matrix<float>& a, const Matrix<float>& b, const float* beta, Matrix<float>& c) {
  return cublasSgemm(handle, ta, tb, m, n, k, alpha, a.device, a.leading, b.device, b.leading, beta, c.device, c.leading);
}
cublasStatus_t gemm(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const double* alpha,
                    const Matrix<double>& a, const Matrix<double>& b, const double* beta, Matrix<double>& c) {
  return cublasDgemm(handle, ta, tb, m, n, k, alpha, a.device, a.leading, b.device, b.leading, beta, c.device, c.leading);
}

template <typename T>
void multiply(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, int gap, T alpha, T beta) {
  const bool swap_a = ta != CUBLAS_OP_N, swap_b = tb != CUBLAS_OP_N;
  Matrix<T> a(swap_a ? k : m, swap_a ? m : k, (swap_a ? k : m) + gap, 1),
      b(swap_b ? n : k, swap_b ? k : n, (swap_b ? n : k) + gap, 2);
  Matrix<T> c(m, n, m + gap, 3);
  if (gemm(handle, ta, tb, m, n, k, &alpha, a, b, &beta, c) != CUBLAS_STATUS_SUCCESS) ++wrong;
  for (int row = 0; row < m; ++row) {
    for (int column = 0; column < n; ++column) {
      T sum = 0;
      for (int i = 0; i < k; ++i) sum += a.at(ta, row, i) * b.at(tb, i, column);
      c.at(row, column) = alpha * sum + beta * c.at(row, column);
    }
  }
  c.compare("gemm");
}

void vectors(cublasHandle_t handle) {
  const float alpha = 0.5f, beta = -2;
  Matrix<float> a(37, 21, 40, 4), x(21, 2, 21, 5), y(37, 3, 37, 6);  // vectors with increments of 2 and 3
  cublasSgemv(handle, CUBLAS_OP_N, 37, 21, &alpha, a.device, 40, x.device, 2, &beta, y.device, 3);
  for (int row = 0; row < 37; ++row) {
    float sum = 0;
    for (int column = 0; column < 21; ++column) sum += a.at(row, column) * x.host[2 * column];
    y.host[3 * row] = alpha * sum + beta * y.host[3 * row];
  }
  y.compare("gemv");
  cublasSgemv(handle, CUBLAS_OP_T, 37, 21, &alpha, a.device, 40, y.device, -3, &beta, x.device, 2);
  for (int column = 0; column < 21; ++column) {
    float sum = 0;
    for (int row = 0; row < 37; ++row) sum += a.at(row, column) * y.host[3 * (36 - row)];
    x.host[2 * column] = alpha * sum + beta * x.host[2 * column];
  }
  x.compare("gemv, transposed");
  cublasSger(handle, 37, 21, &alpha, y.device, 3, x.device, 2, a.device, 40);
  for (int row = 0; row < 37; ++row)
    for (int column = 0; column < 21; ++column) a.at(row, column) += alpha * y.host[3 * row] * x.host[2 * column];
  a.compare("ger");
}

void sums(cublasHandle_t handle) {
  const double alpha = 2, beta = 0.5, one = 1, zero = 0;
  Matrix<double> a(9, 14, 9, 7), b(14, 9, 16, 8), c(9, 14, 11, 9), turned(14, 9, 14, 10);
  cublasDgeam(handle, CUBLAS_OP_N, CUBLAS_OP_T, 9, 14, &alpha, a.device, 9, &beta, b.device, 16, c.device, 11);
  for (int row = 0; row < 9; ++row)
    for (int column = 0; column < 14; ++column) c.at(row, column) = alpha * a.at(row, column) + beta * b.at(column, row);
  c.compare("geam");
  cublasDgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, 14, 9, &one, a.device, 9, &zero, nullptr, 14, turned.device, 14);
  for (int row = 0; row < 14; ++row)
    for (int column = 0; column < 9; ++column) turned.at(row, column) = a.at(column, row);
  turned.compare("geam as a transposition");
}

void batches(cublasHandle_t handle) {
  const int m = 5, n = 7, k = 3, count = 4;
  const double alpha = 1, beta = 1;
  Matrix<double> a(m, k * count, m, 11), b(k, n * count, k, 12), c(m, n * count, m, 13);
  const auto expect = [&] {
    for (int batch = 0; batch < count; ++batch)
      for (int row = 0; row < m; ++row)
        for (int column = 0; column < n; ++column)
          for (int i = 0; i < k; ++i) c.at(row, batch * n + column) += a.at(row, batch * k + i) * b.at(i, batch * n + column);
  };
  cublasDgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, a.device, m, m * k, b.device, k, k * n, &beta,
                            c.device, m, m * n, count);
  expect();
  c.compare("gemmStridedBatched");
  std::vector<double*> addresses;
  for (int batch = 0; batch < count; ++batch) addresses.push_back(a.device + batch * m * k);
  for (int batch = 0; batch < count; ++batch) addresses.push_back(b.device + batch * k * n);
  for (int batch = 0; batch < count; ++batch) addresses.push_back(c.device + batch * m * n);
  double** d_addresses;
  cudaMalloc(&d_addresses, addresses.size() * sizeof(double*));
  cudaMemcpy(d_addresses, addresses.data(), addresses.size() * sizeof(double*), cudaMemcpyHostToDevice);
  cublasDgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, d_addresses, m, d_addresses + count, k, &beta,
                     d_addresses + 2 * count, m, count);
  expect();
  c.compare("gemmBatched");
  cudaFree(d_addresses);
}

/// With beta = 0 what was in C does not matter, and may be no numbers.
void without_old_content(cublasHandle_t handle) {
  const float alpha = 1, beta = 0;
  Matrix<float> a(6, 6, 6, 14);
  float *c, result[36];
  cudaMalloc(&c, sizeof result);
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 6, 6, 6, &alpha, a.device, 6, a.device, 6, &beta, c, 6);
  cublasGetMatrix(6, 6, sizeof(float), c, 6, result, 6);
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) {
      float sum = 0;
      for (int i = 0; i < 6; ++i) sum += a.at(row, i) * a.at(i, column);
      if (std::fabs(result[row + 6 * column] - sum) > 1e-4) ++wrong;
    }
  }
  cudaFree(c);
}

int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  for (const cublasOperation_t ta : {CUBLAS_OP_N, CUBLAS_OP_T}) {
    for (const cublasOperation_t tb : {CUBLAS_OP_N, CUBLAS_OP_T}) {
      multiply<float>(handle, ta, tb, 45, 33, 20, 3, 1, 0);
      multiply<double>(handle, ta, tb, 18, 70, 37, 0, -0.5, 2);
      multiply<float>(handle, ta, tb, 250, 230, 21, 1, 1, 0.5f);  // enough for the kernel with large tiles
    }
  }
  multiply<float>(handle, CUBLAS_OP_C, CUBLAS_OP_N, 1, 1, 1, 0, 2, 1);
  multiply<float>(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 0, 1, 2, 3);  // C = 3 C
  vectors(handle);
  sums(handle);
  batches(handle);
  without_old_content(handle);
  cublasDestroy(handle);
  std::printf("%d wrong\n", wrong);
}
