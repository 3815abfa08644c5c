#include <algorithm>
#include <limits>

#include "zoo.h"

namespace warplens::zoo {
namespace {

Case transpose() {
  constexpr std::size_t rows = 45, columns = 70;
  const auto from = uniform(rows * columns, 50);
  std::vector<float> to(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i % columns * rows + i / columns] = from[i];
  return {.grid = {blocks_for(columns, 16), blocks_for(rows, 16)},
          .block = {16, 16},
          .arguments = {input(from), output(to), scalar(std::int32_t{rows}), scalar(std::int32_t{columns})}};
}

constexpr std::size_t m = 35, k = 50, n = 43;

/// Small integers, so that sums are exact in any order.
template <typename T>
Case product(base::Dim3 grid, base::Dim3 block) {
  const auto a = integers<T>(m * k, 51, -8, 8), b = integers<T>(k * n, 52, -8, 8);
  std::vector<T> c(m * n);
  for (std::size_t row = 0; row < m; ++row) {
    for (std::size_t column = 0; column < n; ++column) {
      for (std::size_t i = 0; i < k; ++i) c[row * n + column] += a[row * k + i] * b[i * n + column];
    }
  }
  return {
      .grid = grid,
      .block = block,
      .arguments = {input(a), input(b), output(c), scalar(std::int32_t{m}), scalar(std::int32_t{k}), scalar(std::int32_t{n})}};
}
Case matmul() { return product<float>({3, 3}, {16, 16}); }
Case matmul_double() { return product<double>({2, 9}, {32, 4}); }
Case matmul_register_blocked() { return product<float>({2, 2}, {8, 8}); }

/// A sparse matrix with rows of 0 to 79 entries and a vector, all small integers.
struct Sparse {
  static constexpr std::size_t rows = 90, columns = 120;
  std::vector<std::int32_t> starts{0}, column;
  std::vector<float> values, x = integers<float>(columns, 53, -5, 5), y = std::vector<float>(rows);
  Sparse() {
    base::Random random(54);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::uint32_t length = row % 10 == 3 ? 0 : random.below(row % 7 == 0 ? 80 : 9);
      for (std::uint32_t i = 0; i < length; ++i) {
        column.push_back(static_cast<std::int32_t>(random.below(columns)));
        values.push_back(static_cast<float>(random.below(9)) - 4);
        y[row] += values.back() * x[static_cast<std::size_t>(column.back())];
      }
      starts.push_back(static_cast<std::int32_t>(values.size()));
    }
  }
};

Case spmv_csr(std::uint32_t grid) {
  const Sparse a;
  return {
      .grid = {grid},
      .block = {64},
      .arguments = {input(a.starts), input(a.column), input(a.values), input(a.x), output(a.y), scalar(std::int32_t{a.rows})}};
}
Case spmv_csr_scalar() { return spmv_csr(2); }
Case spmv_csr_vector() { return spmv_csr(45); }

Case spmv_ell() {
  const Sparse a;
  std::int32_t width = 0;
  for (std::size_t row = 0; row < a.rows; ++row) width = std::max(width, a.starts[row + 1] - a.starts[row]);
  std::vector<std::int32_t> columns(static_cast<std::size_t>(width) * a.rows, -1);
  std::vector<float> values(columns.size());
  for (std::size_t row = 0; row < a.rows; ++row) {
    for (std::int32_t i = a.starts[row]; i < a.starts[row + 1]; ++i) {
      const std::size_t place = static_cast<std::size_t>(i - a.starts[row]) * a.rows + row;
      columns[place] = a.column[static_cast<std::size_t>(i)];
      values[place] = a.values[static_cast<std::size_t>(i)];
    }
  }
  return {.grid = {3},
          .block = {32},
          .arguments = {input(columns), input(values), input(a.x), output(a.y), scalar(std::int32_t{a.rows}), scalar(width)}};
}

constexpr Tolerance by_doubles{1e-11, 1e-11, "a few dozen double operations, well conditioned"};

/// L and U are given and multiplied; the kernel must recover them.
Case lu_factor() {
  constexpr std::size_t size = 24;
  std::vector<double> factors = uniform<double>(size * size, 55, -1, 1), a(size * size);
  for (std::size_t i = 0; i < size; ++i) factors[i * size + i] = 2 + static_cast<double>(i % 3);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t q = 0; q < i; ++q) factors[i * size + q] /= 8;
  }
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      for (std::size_t q = 0; q <= std::min(i, j); ++q)
        a[i * size + j] += (q == i ? 1.0 : factors[i * size + q]) * factors[q * size + j];
    }
  }
  return {.grid = {1}, .block = {32, 8}, .arguments = {output(a, factors, by_doubles), scalar(std::int32_t{size})}};
}

Case cholesky_tile() {
  constexpr std::size_t size = 16;
  std::vector<double> factor = uniform<double>(size * size, 56, -1, 1), a(size * size);
  for (std::size_t i = 0; i < size; ++i) {
    factor[i * size + i] = 3;
    for (std::size_t j = i + 1; j < size; ++j) factor[i * size + j] = 0;
  }
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      for (std::size_t q = 0; q < size; ++q) a[i * size + j] += factor[i * size + q] * factor[j * size + q];
    }
  }
  return {.grid = {1}, .block = {16}, .arguments = {output(a, factor, by_doubles)}};
}

/// The solution is given and the right-hand side computed from it.
Case tridiagonal_pcr() {
  constexpr std::size_t size = 100;
  const auto lower = uniform<double>(size, 57, -1, 1), diagonal = uniform<double>(size, 58, 3, 4),
             upper = uniform<double>(size, 59, -1, 1), x = uniform<double>(size, 60, -1, 1);
  std::vector<double> right(size);
  for (std::size_t i = 0; i < size; ++i) {
    right[i] = diagonal[i] * x[i];
    if (i > 0) right[i] += lower[i] * x[i - 1];
    if (i + 1 < size) right[i] += upper[i] * x[i + 1];
  }
  return {.grid = {1},
          .block = {128},
          .dynamic_shared = 4 * size * 8,
          .arguments = {input(lower), input(diagonal), input(upper), input(right),
                        output(std::vector<double>(size), x, by_doubles), scalar(std::int32_t{size})}};
}

Case floyd_warshall_step() {
  constexpr std::size_t size = 50, via = 13;
  const auto distances = integers(size * size, 61, 1, 100);
  auto expected = distances;
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      if (i == via || j == via) continue;
      expected[i * size + j] = std::min(distances[i * size + j], distances[i * size + via] + distances[via * size + j]);
    }
  }
  return {.grid = {4, 7},
          .block = {16, 8},
          .arguments = {output(distances, expected), scalar(std::int32_t{size}), scalar(std::int32_t{via})}};
}

const Kernel matrix_kernels[] = {
    {"transpose_naive", transpose},
    {"transpose_tiled", transpose},
    {"transpose_padded", transpose},
    {"matmul_naive", matmul},
    {"matmul_double", matmul_double},
    {"matmul_tiled", matmul},
    {"matmul_register_blocked", matmul_register_blocked},
    {"spmv_csr_scalar", spmv_csr_scalar},
    {"spmv_csr_vector", spmv_csr_vector},
    {"spmv_ell", spmv_ell},
    {"lu_factor", lu_factor},
    {"cholesky_tile", cholesky_tile},
    {"tridiagonal_pcr", tridiagonal_pcr},
    {"floyd_warshall_step", floyd_warshall_step},
};
WARPLENS_ZOO(Matrix, "matrix", matrix_kernels);

}  // namespace
}  // namespace warplens::zoo
