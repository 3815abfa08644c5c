#include <algorithm>
#include <array>
#include <numeric>

#include "zoo.h"

namespace warplens::zoo {
namespace {

constexpr int width = 61, height = 37;
constexpr std::size_t pixels = width * height;

std::size_t clamped(int value, int size) { return static_cast<std::size_t>(std::clamp(value, 0, size - 1)); }

/// The pixel at (x, y), clamped to the border.
template <typename T>
T pixel(const std::vector<T>& image, int x, int y) {
  return image[clamped(y, height) * width + clamped(x, width)];
}

/// look(x, y) for every pixel, row by row.
template <typename T, typename Look>
std::vector<T> each_pixel(Look look) {
  std::vector<T> result;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) result.push_back(static_cast<T>(look(x, y)));
  }
  return result;
}

Case convolve() {
  constexpr int n = 777, radius = 9;
  const auto signal = uniform(n, 70, -1, 1), weights = uniform(2 * radius + 1, 71, -1, 1);
  std::vector<double> expected(n);
  for (int i = 0; i < n; ++i) {
    for (int k = std::max(-radius, -i); k <= std::min(radius, n - 1 - i); ++k)
      expected[static_cast<std::size_t>(i)] +=
          double{weights[static_cast<std::size_t>(k + radius)]} * double{signal[static_cast<std::size_t>(i + k)]};
  }
  const Tolerance tolerance{0, 19 * 19 * 0x1p-24, "19 float terms below 1, their partial sums below 19"};
  return {.grid = {7},
          .block = {128},
          .dynamic_shared = (128 + 2 * radius) * 4,
          .arguments = {input(signal), output(std::vector<float>(n), expected, tolerance), scalar(n), scalar(radius)},
          .symbols = {buffer(weights, "filter")}};
}

Case separable_filter(int dx, int dy) {
  const auto image = uniform(pixels, 72);
  const std::vector<float> binomial{0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
  const auto expected = each_pixel<double>([&](int x, int y) {
    double sum = 0;
    for (int k = -2; k <= 2; ++k)
      sum += double{binomial[static_cast<std::size_t>(k + 2)]} * double{pixel(image, x + k * dx, y + k * dy)};
    return sum;
  });
  return {
      .grid = {4, 5},
      .block = {16, 8},
      .arguments = {input(image), output(std::vector<float>(pixels), expected, {0, 5 * 0x1p-24, "5 float terms, sum below 1"}),
                    scalar(width), scalar(height), scalar(dx), scalar(dy)},
      .symbols = {buffer(binomial, "filter")}};
}
Case filter_rows() { return separable_filter(1, 0); }
Case filter_columns() { return separable_filter(0, 1); }

/// A launch of a kernel from an 8-bit image to an 8-bit image.
Case bytes_of_image(const std::vector<std::uint8_t>& image, const std::vector<std::uint8_t>& expected) {
  return {.grid = {2, 10}, .block = {32, 4}, .arguments = {input(image), output(expected), scalar(width), scalar(height)}};
}

Case sobel() {
  const auto image = integers<std::uint8_t>(pixels, 73, 0, 120);
  constexpr int weights[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
  return bytes_of_image(image, each_pixel<std::uint8_t>([&](int x, int y) {
                          int gx = 0, gy = 0;
                          for (int j = 0; j < 3; ++j) {
                            for (int i = 0; i < 3; ++i) {
                              gx += weights[j][i] * pixel(image, x + i - 1, y + j - 1);
                              gy += weights[i][j] * pixel(image, x + i - 1, y + j - 1);
                            }
                          }
                          return std::min(std::abs(gx) + std::abs(gy), 255);
                        }));
}

Case median_filter() {
  const auto image = integers<std::uint8_t>(pixels, 74, 0, 256);
  return bytes_of_image(image, each_pixel<std::uint8_t>([&](int x, int y) {
                          std::array<std::uint8_t, 9> around;
                          for (int i = 0; i < 9; ++i)
                            around[static_cast<std::size_t>(i)] = pixel(image, x + i % 3 - 1, y + i / 3 - 1);
                          std::sort(around.begin(), around.end());
                          return around[4];
                        }));
}

Case game_of_life() {
  const auto image = integers<std::uint8_t>(pixels, 75, 0, 2);
  return bytes_of_image(image, each_pixel<std::uint8_t>([&](int x, int y) {
                          int alive = 0;
                          for (int i = 0; i < 9; ++i) {
                            const int column = (x + i % 3 - 1 + width) % width, row = (y + i / 3 - 1 + height) % height;
                            if (i != 4) alive += image[static_cast<std::size_t>(row * width + column)];
                          }
                          return alive == 3 || (alive == 2 && pixel(image, x, y));
                        }));
}

Case game_of_life_bits() {
  constexpr int words = 3, rows = 40, cells = 32 * words;
  const auto from = integers<std::uint32_t>(words * rows, 76, 0, 0xffffffff);
  const auto alive = [&](int x, int y) {
    x = (x + cells) % cells;
    y = (y + rows) % rows;
    return static_cast<int>(from[static_cast<std::size_t>(y * words + x / 32)] >> x % 32 & 1);
  };
  std::vector<std::uint32_t> to(from.size());
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < cells; ++x) {
      int around = -alive(x, y);
      for (int i = 0; i < 9; ++i) around += alive(x + i % 3 - 1, y + i / 3 - 1);
      if (around == 3 || (around == 2 && alive(x, y))) to[static_cast<std::size_t>(y * words + x / 32)] |= 1u << x % 32;
    }
  }
  return {.grid = {2}, .block = {64}, .arguments = {input(from), output(to), scalar(words), scalar(rows)}};
}

Case bilateral_filter() {
  constexpr double sigma_space = 1.5, sigma_value = 0.25;
  const auto image = uniform(pixels, 77);
  const auto expected = each_pixel<double>([&](int x, int y) {
    double sum = 0, weights = 0;
    for (int j = -2; j <= 2; ++j) {
      for (int i = -2; i <= 2; ++i) {
        const double value = double{pixel(image, x + i, y + j)}, difference = value - double{pixel(image, x, y)};
        const double weight = std::exp(-(i * i + j * j) / (2 * sigma_space * sigma_space) -
                                       difference * difference / (2 * sigma_value * sigma_value));
        sum += weight * value;
        weights += weight;
      }
    }
    return sum / weights;
  });
  return {.grid = {4, 5},
          .block = {16, 8},
          .arguments = {input(image),
                        output(std::vector<float>(pixels), expected, {0, 1e-5, "a mean of 25 floats below 1 by float weights"}),
                        scalar(width), scalar(height), scalar(static_cast<float>(sigma_space)),
                        scalar(static_cast<float>(sigma_value))}};
}

/// A rotation by 90° would only permute pixels; this angle blends four pixels everywhere. The image is smooth, so that rounding
/// at pixel edges has no visible effect.
Case rotate() {
  constexpr float angle = 0.3f;
  const auto inside = [](int x, int y) { return x >= 0 && x < width && y >= 0 && y < height; };
  const auto shade = [&](int x, int y) {
    return inside(x, y) ? std::sin(0.1 * x) * std::sin(3.14159265358979 * x / width) * std::sin(3.14159265358979 * y / height)
                        : 0.0;
  };
  const auto image = each_pixel<float>(shade);
  const auto expected = each_pixel<double>([&](int x, int y) {
    const double dx = x - 0.5 * width, dy = y - 0.5 * height;
    const double from_x = std::cos(double{angle}) * dx + std::sin(double{angle}) * dy + 0.5 * width;
    const double from_y = -std::sin(double{angle}) * dx + std::cos(double{angle}) * dy + 0.5 * height;
    const int left = static_cast<int>(std::floor(from_x)), top = static_cast<int>(std::floor(from_y));
    const double right = from_x - left, down = from_y - top;
    return (1 - down) * ((1 - right) * shade(left, top) + right * shade(left + 1, top)) +
           down * ((1 - right) * shade(left, top + 1) + right * shade(left + 1, top + 1));
  });
  return {.grid = {4, 5},
          .block = {16, 8},
          .arguments = {input(image),
                        output(std::vector<float>(pixels), expected,
                               {0, 1e-4, "places near 60 have float steps of 4e-6, the slope is below 0.2, at the rim 1"}),
                        scalar(width), scalar(height), scalar(angle)}};
}

Case jacobi() {
  const auto from = uniform<double>(pixels, 78);
  const auto expected = each_pixel<double>([&](int x, int y) {
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) return pixel(from, x, y);
    return 0.25 * (pixel(from, x - 1, y) + pixel(from, x + 1, y) + pixel(from, x, y - 1) + pixel(from, x, y + 1));
  });
  return {.grid = {4, 5}, .block = {16, 8}, .arguments = {input(from), output(expected), scalar(width), scalar(height)}};
}

/// A box with periodic boundaries.
struct Box {
  std::size_t nx, ny, nz;
  std::size_t at(std::size_t x, std::size_t y, std::size_t z) const { return (z % nz * ny + y % ny) * nx + x % nx; }
  /// Sum of the six neighbours.
  double around(const std::vector<float>& cells, std::size_t x, std::size_t y, std::size_t z) const {
    return double{cells[at(x + 1, y, z)]} + double{cells[at(x + nx - 1, y, z)]} + double{cells[at(x, y + 1, z)]} +
           double{cells[at(x, y + ny - 1, z)]} + double{cells[at(x, y, z + 1)]} + double{cells[at(x, y, z + nz - 1)]};
  }
};
constexpr Tolerance of_six{0, 12 * 6 * 0x1p-24, "a dozen float operations on numbers below 6"};

Case stencil_3d() {
  constexpr Box box{19, 14, 11};
  const auto from = uniform(box.nx * box.ny * box.nz, 79);
  std::vector<double> expected(from.size(), -1);
  for (std::size_t z = 1; z + 1 < box.nz; ++z) {
    for (std::size_t y = 1; y + 1 < box.ny; ++y) {
      for (std::size_t x = 1; x + 1 < box.nx; ++x)
        expected[box.at(x, y, z)] = box.around(from, x, y, z) - 6 * double{from[box.at(x, y, z)]};
    }
  }
  return {.grid = {3, 4},
          .block = {8, 4},
          .arguments = {input(from), output(std::vector<float>(from.size(), -1), expected, of_six), scalar(19), scalar(14),
                        scalar(11)}};
}

Case heat_3d() {
  constexpr Box box{10, 9, 7};
  const auto from = uniform(box.nx * box.ny * box.nz, 80);
  std::vector<double> expected(from.size());
  for (std::size_t z = 0; z < box.nz; ++z) {
    for (std::size_t y = 0; y < box.ny; ++y) {
      for (std::size_t x = 0; x < box.nx; ++x) {
        const double here = double{from[box.at(x, y, z)]};
        expected[box.at(x, y, z)] = here + 0.125 * (box.around(from, x, y, z) - 6 * here);
      }
    }
  }
  return {.grid = {3, 3, 4},
          .block = {4, 4, 2},
          .arguments = {input(from), output(std::vector<float>(from.size()), expected, of_six), scalar(10u), scalar(9u),
                        scalar(7u), scalar(0.125f)}};
}

const Kernel stencil_kernels[] = {
    {"convolve", convolve},
    {"convolve_tiled", convolve},
    {"separable_filter_rows", filter_rows, "separable_filter"},
    {"separable_filter_columns", filter_columns, "separable_filter"},
    {"sobel", sobel},
    {"median_filter", median_filter},
    {"bilateral_filter", bilateral_filter},
    {"rotate", rotate},
    {"jacobi", jacobi},
    {"stencil_3d", stencil_3d},
    {"heat_3d", heat_3d},
    {"game_of_life", game_of_life},
    {"game_of_life_bits", game_of_life_bits},
};
WARPLENS_ZOO(Stencil, "stencil", stencil_kernels);

}  // namespace
}  // namespace warplens::zoo
