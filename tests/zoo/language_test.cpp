#include <algorithm>
#include <array>
#include <cstdio>

#include "zoo.h"

namespace warplens::zoo {
namespace {

template <typename T, std::size_t width>
Case row_sums() {
  constexpr std::size_t rows = 40;
  const auto data = integers<T>(rows * width, 130, -100, 100);
  std::vector<T> sums(rows), largest(rows, T{-1000});
  for (std::size_t i = 0; i < data.size(); ++i) {
    sums[i / width] = static_cast<T>(sums[i / width] + data[i]);
    largest[i / width] = std::max(largest[i / width], data[i]);
  }
  return {.grid = {1}, .block = {rows}, .arguments = {input(data), output(sums), output(largest)}};
}

/// Same layout as in the kernel: 24 bytes including padding.
struct Particle {
  float x, y, z;
  char kind;
  double mass;
};
static_assert(sizeof(Particle) == 24);

Case structs() {
  constexpr std::size_t n = 50;
  std::vector<std::uint8_t> bytes(n * sizeof(Particle));
  std::vector<Particle> expected;
  for (std::size_t i = 0; i < n; ++i) {
    const auto value = static_cast<float>(i);
    Particle particle{value, -value, 2 * value, static_cast<char>(i % 5), 1.0 + static_cast<double>(i) / 8};
    std::memcpy(&bytes[i * sizeof particle], &particle, sizeof particle);
    particle.x += 1;
    particle.y += 2;
    particle.z += value;
    particle.mass *= particle.kind;
    expected.push_back(particle);
  }
  const auto same_members = [expected](const std::vector<std::uint8_t>& got) {
    for (std::size_t i = 0; i < expected.size(); ++i) {
      Particle particle;
      std::memcpy(&particle, &got[i * sizeof particle], sizeof particle);
      EXPECT_EQ(particle.x, expected[i].x) << i;
      EXPECT_EQ(particle.y, expected[i].y) << i;
      EXPECT_EQ(particle.z, expected[i].z) << i;
      EXPECT_EQ(particle.kind, expected[i].kind) << i;
      EXPECT_EQ(particle.mass, expected[i].mass) << i;
    }
  };
  return {
      .grid = {2},
      .block = {32},
      .arguments = {input(bytes), output_where(std::vector<std::uint8_t>(bytes.size()), same_members), scalar(std::int32_t{n})}};
}

Case recursion() {
  constexpr std::array fibonacci{0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144};
  std::vector<std::int32_t> expected;
  for (std::size_t i = 0; i < 50; ++i) expected.push_back(fibonacci[i % 13]);
  return {.grid = {1}, .block = {64}, .arguments = {output(expected), scalar(50)}};
}

Case quicksort_rows() {
  constexpr std::size_t rows = 40, width = 25;
  const auto data = integers(rows * width, 131, 0, 60);
  auto sorted = data;
  for (auto row = sorted.begin(); row != sorted.end(); row += width) std::sort(row, row + width);
  return {
      .grid = {2}, .block = {32}, .arguments = {output(data, sorted), scalar(std::int32_t{width}), scalar(std::int32_t{rows})}};
}

Case function_table() {
  const auto a = uniform(100, 132), b = uniform(100, 133);
  const auto which = integers(100, 134, 0, 3);
  std::vector<float> expected;
  for (std::size_t i = 0; i < a.size(); ++i)
    expected.push_back(which[i] == 0 ? a[i] + b[i] : which[i] == 1 ? a[i] - b[i] : a[i] * b[i]);
  return {.grid = {2}, .block = {64}, .arguments = {input(a), input(b), input(which), output(expected), scalar(100)}};
}

Case virtual_calls() {
  std::vector<std::int32_t> areas;
  for (std::int32_t i = 0; i < 45; ++i) areas.push_back(i % 2 == 0 ? i * i : 3 * i);
  return {.grid = {1}, .block = {64}, .arguments = {output(areas), scalar(45)}};
}

Case switches() {
  const auto commands = integers(200, 135, -2, 11);
  std::vector<std::int32_t> expected;
  for (std::int32_t i = 0; i < 200; ++i) {
    const std::int32_t results[] = {i + 7, i * 3, (i - 100) ^ 0x55, i ^ 0x55, i * i, -i, i * 8, -i - 1};
    const std::int32_t command = commands[static_cast<std::size_t>(i)];
    expected.push_back(command >= 0 && command < 8 ? results[command] : command);
  }
  return {.grid = {4}, .block = {64}, .arguments = {input(commands), output(expected), scalar(200)}};
}

Case print_lines() {
  const std::vector<float> values{0.5f, -1.25f, 3e6f, 1e-9f, 0.0625f, 12345.678f};
  std::string printed;
  for (std::size_t i = 0; i < values.size(); ++i) {
    char line[200];
    std::snprintf(line, sizeof line, "thread %d of %s has %.3f, %5u, %-4c|, %llx, %%\n", static_cast<int>(i), "block 0",
                  static_cast<double>(values[i]), static_cast<unsigned>(i * i), static_cast<int>('a' + i), 1ull << (8 * i));
    printed += line;
  }
  return {.grid = {1}, .block = {40}, .arguments = {input(values), scalar(6)}, .printed = printed};
}

Case heap() {
  std::vector<std::int32_t> sums;
  for (std::int32_t i = 0; i < 30; ++i) sums.push_back(i * (i + 1) * (2 * i + 1) / 6);
  return {.grid = {1}, .block = {32}, .arguments = {output(sums), scalar(30)}};
}

Case dynamic_shared() {
  constexpr std::size_t n = 77;
  const auto keys = integers(n, 136, 0, n);
  const auto weights = integers<double>(n, 137, -50, 50);
  std::vector<double> expected;
  for (std::size_t i = 0; i < n; ++i) expected.push_back(weights[static_cast<std::size_t>(keys[i])] * keys[n - 1 - i]);
  return {.grid = {1},
          .block = {96},
          .dynamic_shared = n * 12,
          .arguments = {input(keys), input(weights), output(expected), scalar(std::int32_t{n})}};
}

Case module_variables() {
  constexpr std::array lengths{5, 4, 5};
  constexpr std::array offsets{0.5, -1.5, 0.0};
  std::vector<double> expected;
  for (std::size_t i = 0; i < 50; ++i) expected.push_back(lengths[i % 3] + offsets[i % 3]);
  return {.grid = {1},
          .block = {64},
          .arguments = {output(expected), scalar(50)},
          .saved_symbols = {{"visits", values_are<std::int32_t>(std::vector{10 + 13, 20 + 13, 12, 12})}}};
}

Case generic_pointers() {
  constexpr std::int32_t n = 60;
  const auto data = integers(n, 138, -100, 0);
  std::vector<std::int32_t> expected;
  for (std::int32_t i = 0; i < n; ++i) {
    const std::int32_t local = (i % 4 == 0 ? i : i % 4) + 5;
    expected.push_back(i % 3 == 0 ? data[static_cast<std::size_t>(i)] : i % 3 == 1 ? 1000 + n - 1 - i : local);
  }
  return {.grid = {1}, .block = {64}, .arguments = {input(data), output(expected), scalar(n)}};
}

Case places_3d() {
  constexpr base::Dim3 grid{3, 2, 4}, block{5, 3, 2};
  std::vector<std::uint32_t> expected;
  for (std::uint32_t z = 0; z < grid.z * block.z; ++z) {
    for (std::uint32_t y = 0; y < grid.y * block.y; ++y) {
      for (std::uint32_t x = 0; x < grid.x * block.x; ++x)
        expected.insert(expected.end(), {x, y, z, (z % block.z * block.y + y % block.y) * block.x + x % block.x});
    }
  }
  return {.grid = grid, .block = block, .arguments = {output(expected)}};
}

const Kernel language_kernels[] = {
    {"row_sums_short", row_sums<std::int16_t, 5>, "row_sums<5, short>"},
    {"row_sums_double", row_sums<double, 7>, "row_sums<7, double>"},
    {"structs", structs},
    {"recursion", recursion},
    {"quicksort_rows", quicksort_rows},
    {"function_table", function_table},
    {"virtual_calls", virtual_calls},
    {"switches", switches},
    {"print_lines", print_lines},
    {"heap", heap},
    {"dynamic_shared", dynamic_shared},
    {"module_variables", module_variables},
    {"generic_pointers", generic_pointers},
    {"places_3d", places_3d},
};
WARPLENS_ZOO(Language, "language", language_kernels);

}  // namespace
}  // namespace warplens::zoo
