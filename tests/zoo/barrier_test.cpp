#include "zoo.h"

namespace warplens::zoo {
namespace {

/// Rows of `width`, each reversed, times `factor`.
template <typename T>
std::vector<T> reversed_rows(const std::vector<T>& data, std::size_t width, T factor = 1) {
  std::vector<T> reversed(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) reversed[i] = factor * data[i / width * width + (width - 1 - i % width)];
  return reversed;
}

Case split_barrier() {
  constexpr std::size_t block = 96, rows = 5;
  const auto data = integers(block * rows, 160, -1000, 1000);
  auto results = reversed_rows(data, block);
  for (std::size_t i = 0; i < results.size(); ++i) results[i] += static_cast<std::int32_t>(i % block * (i / block));
  return {.grid = {1}, .block = {block}, .arguments = {input(data), output(results), scalar(std::int32_t{rows})}};
}

Case drop_out() {
  constexpr std::int32_t block = 128, rounds = 6;
  std::vector<std::int32_t> counts;
  for (std::int32_t round = 0, sum = 0; round < rounds; ++round) counts.push_back(sum += block - 16 * round);
  return {.grid = {1}, .block = {block}, .arguments = {output(counts), scalar(rounds)}};
}

Case copy_at_barrier() {
  const auto data = integers(3 * 160, 161, -1000, 1000);
  return {.grid = {3}, .block = {160}, .arguments = {input(data), output(reversed_rows(data, 160))}};
}

Case block_copy_at_barrier() {
  const auto data = integers(3 * 256, 162, -1000, 1000);
  return {.grid = {3}, .block = {96}, .arguments = {input(data), output(reversed_rows(data, 256))}};
}

Case group_copy() {
  const auto data = uniform(2 * 256, 163);
  return {.grid = {2}, .block = {64}, .arguments = {input(data), output(reversed_rows(data, 256))}};
}

Case pipeline() {
  constexpr std::size_t batches = 7;
  const auto data = uniform(batches * 128, 164);
  return {.grid = {1},
          .block = {128},
          .arguments = {input(data), output(reversed_rows(data, 128, 2.0f)), scalar(std::int32_t{batches})}};
}

Case thread_pipeline() {
  constexpr std::size_t batches = 7;
  const auto data = uniform(batches * 128, 165);
  return {.grid = {1},
          .block = {128},
          .arguments = {input(data), output(reversed_rows(data, 1, 2.0f)), scalar(std::int32_t{batches})}};
}

const Kernel barrier_kernels[] = {
    {"split_barrier", split_barrier},     {"drop_out", drop_out},
    {"copy_at_barrier", copy_at_barrier}, {"block_copy_at_barrier", block_copy_at_barrier},
    {"group_copy", group_copy},           {"block_pipeline", pipeline},
    {"pipeline_of_roles", pipeline},      {"thread_pipeline", thread_pipeline},
};
WARPLENS_ZOO(Barrier, "barrier", barrier_kernels);

}  // namespace
}  // namespace warplens::zoo
