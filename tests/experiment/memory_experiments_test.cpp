#include <gtest/gtest.h>

#include <cstring>

#include "analysis/memory_traffic.h"
#include "base/resources.h"
#include "experiment/run.h"
#include "simt/simt_device.h"
#include "tests/experiment/largest_size.h"

// Coalescing, structures and transpose, compared with plain loops and with sectors and passes counted by hand.

namespace warplens::experiment {
namespace {

using Ran = Run;

Ran run_of(const std::string& id, const std::vector<std::string>& assignments) {
  static const Catalogue catalogue = load_catalogue({base::resource_folder() / "kernels"});
  const Experiment* found = find(catalogue, id);
  EXPECT_NE(found, nullptr) << id;
  if (found == nullptr) return {};
  auto settings = default_settings(*found);
  for (const std::string& assignment : assignments) {
    const base::Status status = set(*found, *settings, assignment);
    EXPECT_TRUE(status.ok()) << assignment << ": " << (status.ok() ? "" : describe(status.error()));
  }
  settings->check = true;
  launch::Progress progress;
  const auto module = load_module(*found);
  auto run = experiment::run(*found, *module, *settings, *simt::make_device(), progress, trace::Level::memory);
  EXPECT_TRUE(run.ok()) << (run.ok() ? "" : describe(run.error()));
  return run.ok() ? std::move(*run) : Ran{};
}

std::vector<float> floats(const Ran& run, std::size_t buffer) {
  std::vector<float> values(run.result.outputs.at(buffer).size() / sizeof(float));
  std::memcpy(values.data(), run.result.outputs[buffer].data(), values.size() * sizeof(float));
  return values;
}

/// Mean cost per request to `buffer`, or to shared memory.
double cost(const Ran& run, std::uint32_t buffer) {
  for (const analysis::MemoryTraffic& traffic : analysis::memory_traffic(run.result.trace))
    if (traffic.buffer == buffer) {
      const analysis::TrafficSum sum = analysis::sum(traffic);
      return static_cast<double>(sum.cost) / static_cast<double>(sum.requests);
    }
  return 0;
}

TEST(Coalescing, CopiesAtOddSizesStridesAndBlocks) {
  for (const std::uint64_t n : {1u, 31u, 33u, 1003u})
    for (const std::uint64_t stride : {1u, 3u, 32u})
      for (const std::uint64_t offset : {0u, 5u})
        for (const char* entry : {"neighbours", "reversed", "spread"})
          for (const char* block : {"128", "25"}) {
            const Ran run =
                run_of("coalescing", {std::string("entry=") + entry, "n=" + std::to_string(n), "stride=" + std::to_string(stride),
                                      "offset=" + std::to_string(offset), std::string("block=") + block});
            std::vector<float> expected(n * stride + offset, 0.0f);
            for (std::uint64_t k = 0; k < n; ++k) {
              const bool spread = std::string(entry) == "spread";
              expected[spread ? k * stride + offset : k] = static_cast<float>(spread ? k : k * stride + offset);
            }
            EXPECT_EQ(floats(run, 1), expected) << entry << ' ' << n << ' ' << stride << ' ' << offset;
            EXPECT_EQ(run.check.wrong, 0u) << entry << ' ' << n << ' ' << stride << ' ' << offset;
            EXPECT_TRUE(run.result.findings.empty());
          }
}

TEST(Coalescing, CopiesTheLargestSize) {
  for (const char* entry : {"neighbours", "strided", "offset", "reversed", "spread"}) {
    const Ran run = run_of("coalescing", {std::string("entry=") + entry, largest()});
    EXPECT_EQ(run.check.expected.size(), floats(run, 1).size());
    EXPECT_EQ(run.check.wrong, 0u) << entry;
    EXPECT_TRUE(run.result.findings.empty()) << entry;
  }
}

TEST(Coalescing, MovesTheSectorsOfItsStride) {
  for (const int stride : {1, 2, 4, 8, 16, 32}) {
    const Ran run = run_of("coalescing", {"n=4096", "stride=" + std::to_string(stride)});
    EXPECT_EQ(cost(run, 0), std::min(4 * stride, 32)) << stride;
    EXPECT_EQ(cost(run, 1), 4) << stride;
  }
  EXPECT_EQ(cost(run_of("coalescing", {"entry=offset"}), 0), 5);
  EXPECT_EQ(cost(run_of("coalescing", {"entry=strided"}), 0), 32);
  EXPECT_EQ(cost(run_of("coalescing", {"entry=spread"}), 1), 32);
  EXPECT_EQ(cost(run_of("coalescing", {"entry=reversed"}), 0), 4);
}

TEST(Structures, MoveTheSameParticlesInBothLayouts) {
  for (const std::uint64_t n : {1u, 31u, 33u, 1003u, std::uint32_t{largest_size}}) {
    const Ran of_structures = run_of("structures", {"n=" + std::to_string(n)});
    const Ran of_arrays = run_of("structures", {"entry=arrays", "n=" + std::to_string(n)});
    std::vector<float> structures(8 * n), arrays(8 * n);
    for (std::size_t k = 0; k < 8 * n; ++k) structures[k] = arrays[k] = static_cast<float>(k);
    for (std::size_t k = 0; k < n; ++k) structures[8 * k] += 0.5f * structures[8 * k + 3];
    for (std::size_t k = 0; k < n; ++k) arrays[k] += 0.5f * arrays[3 * n + k];
    EXPECT_EQ(floats(of_structures, 0), structures);
    EXPECT_EQ(floats(of_arrays, 0), arrays);
    for (const Ran* run : {&of_structures, &of_arrays}) {
      EXPECT_EQ(run->check.wrong, 0u);
      EXPECT_TRUE(run->result.findings.empty());
    }
  }
  EXPECT_EQ(cost(run_of("structures", {}), 0), 32);
  EXPECT_EQ(cost(run_of("structures", {"entry=arrays"}), 0), 4);
}

class Transposes : public testing::TestWithParam<const char*> {};

TEST_P(Transposes, AtOddSizes) {
  for (const auto& [rows, columns] : {std::pair{1u, 1u}, {31u, 33u}, {33u, 31u}, {1u, 1003u}, {100u, 70u}, {96u, 160u}}) {
    const Ran run = run_of(
        "transpose", {std::string("entry=") + GetParam(), "rows=" + std::to_string(rows), "columns=" + std::to_string(columns)});
    std::vector<float> expected(std::size_t{rows} * columns);
    for (std::uint32_t row = 0; row < rows; ++row)
      for (std::uint32_t column = 0; column < columns; ++column)
        expected[std::size_t{column} * rows + row] = static_cast<float>(row * columns + column);
    EXPECT_EQ(floats(run, 1), expected) << rows << " × " << columns;
    EXPECT_EQ(run.check.wrong, 0u);
    EXPECT_TRUE(run.result.findings.empty());
    EXPECT_EQ(run.buffer_columns, (std::vector<std::uint64_t>{columns, rows}));
  }
}
INSTANTIATE_TEST_SUITE_P(All, Transposes, testing::Values("naive", "shared", "padded", "swizzled"));

TEST(Transpose, SectorsAndPassesAreTheTextbooks) {
  const auto of = [](const char* entry) {
    return run_of("transpose", {std::string("entry=") + entry, "rows=96", "columns=160"});
  };
  const Ran naive = of("naive"), shared = of("shared"), padded = of("padded"), swizzled = of("swizzled");
  EXPECT_EQ(cost(naive, 0), 4);
  EXPECT_EQ(cost(naive, 1), 32);
  for (const Ran* run : {&shared, &padded, &swizzled}) {
    EXPECT_EQ(cost(*run, 0), 4);
    EXPECT_EQ(cost(*run, 1), 4);
  }
  // Equal numbers of row writes, 1 pass each, and column reads, 32 passes each.
  EXPECT_EQ(cost(shared, trace::no_buffer), 16.5);
  EXPECT_EQ(cost(padded, trace::no_buffer), 1);
  EXPECT_EQ(cost(swizzled, trace::no_buffer), 1);
}

}  // namespace
}  // namespace warplens::experiment
