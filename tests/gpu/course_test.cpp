#include <cstdio>
#include <string>
#include <vector>

#include "base/resources.h"
#include "gpu_test.h"

// The course's table as rows for MEASURED.md: its kernels at its sizes, kernel time alone and with copies. An array already in
// GPU memory costs only the kernel, one in host memory the copies as well.

namespace warplens::gpu {
namespace {

struct Row {
  std::string what, experiment;
  std::vector<std::string> set;
};

std::vector<Row> course_table() {
  std::vector<Row> rows{
      {"increment, 10^6 elements", "increment", {"entry=guarded", "n=1000000"}},
      {"multiply, chunks, [1024, 1024]", "multiply", {"entry=chunk", "grid=1024", "block=1024"}},
      {"multiply, chunks, [32, 256]", "multiply", {"entry=chunk", "grid=32", "block=256"}},
      {"multiply, steps of the grid, [1024, 1024]", "multiply", {"entry=grid-stride", "grid=1024", "block=1024"}},
      {"multiply, steps of the grid, [32, 256]", "multiply", {"entry=grid-stride", "grid=32", "block=256"}},
      {"histogram, 10^6 samples, global atomics", "histogram", {"entry=atomic", "n=1000000"}},
      {"histogram, 10^6 samples, shared memory", "histogram", {"entry=shared", "n=1000000"}},
  };
  const auto product = [&](int m, int n, int p) {
    for (const char* entry : {"naive", "tiled"}) {
      const std::string sizes[] = {std::to_string(m), std::to_string(n), std::to_string(p)};
      rows.push_back({"matrix product " + sizes[0] + " × " + sizes[1] + " × " + sizes[2] + ", " + entry,
                      "matrix_multiplication",
                      {std::string("entry=") + entry, "m=" + sizes[0], "n=" + sizes[1], "p=" + sizes[2]}});
    }
  };
  product(256, 512, 256);
  for (int edge = 100; edge <= 1000; edge += 100) product(edge, edge, edge);
  return rows;
}

class GpuFiguresOfTheCourse : public GpuTest {};

TEST_F(GpuFiguresOfTheCourse, Table) {
  for (const Row& row : course_table()) {
    SCOPED_TRACE(row.what);
    const auto experiment = experiment::load_experiment(base::resource_folder() / "kernels" / (row.experiment + ".toml"));
    ASSERT_TRUE(experiment.ok()) << base::describe(experiment.error());
    auto settings = experiment::default_settings(*experiment);
    const auto module = experiment::load_module(*experiment);
    ASSERT_TRUE(settings.ok() && module.ok());
    for (const std::string& assignment : row.set) {
      const auto set = experiment::set(*experiment, *settings, assignment);
      ASSERT_TRUE(set.ok()) << base::describe(set.error());
    }
    auto launch = experiment::make_launch(*experiment, *module, *settings);
    ASSERT_TRUE(launch.ok()) << base::describe(launch.error());
    launch->timed_runs = 21;
    const auto result = run(*launch);
    ASSERT_TRUE(result.ok()) << base::describe(result.error());
    ASSERT_EQ(result->outcome, launch::Outcome::finished) << result->fault->message;
    const launch::Spread &kernel = *result->timing.kernel_spread, &copies = *result->timing.copies_spread;
    std::printf("COURSE| %s | %.4f (%.4f to %.4f) | %.4f (%.4f to %.4f) |\n", row.what.c_str(), kernel.median, kernel.smallest,
                kernel.largest, copies.median, copies.smallest, copies.largest);
  }
}

}  // namespace
}  // namespace warplens::gpu
