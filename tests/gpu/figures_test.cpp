#include <algorithm>
#include <cstdio>
#include <vector>

#include "base/resources.h"
#include "gpu_test.h"

// Times of the three experiments on this GPU, as rows of the table that run_on_gpu.sh writes into MEASURED.md.

namespace warplens::gpu {
namespace {

constexpr int runs = 21;

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + runs / 2, values.end());
  return values[runs / 2];
}

class GpuFigures : public GpuTest {
 protected:
  void measure(const experiment::Experiment& experiment, std::uint32_t entry) {
    auto settings = experiment::default_settings(experiment, entry);
    ASSERT_TRUE(settings.ok()) << base::describe(settings.error());
    settings->repeats = 1;
    const auto module = experiment::load_module(experiment);
    ASSERT_TRUE(module.ok()) << base::describe(module.error());
    const auto launch = experiment::make_launch(experiment, *module, *settings);
    ASSERT_TRUE(launch.ok()) << base::describe(launch.error());
    std::vector<double> kernel, copies, host;
    for (int time = -1; time < runs; ++time) {
      const auto result = run(*launch);
      ASSERT_TRUE(result.ok()) << base::describe(result.error());
      ASSERT_TRUE(result->timing.kernel_ms && result->timing.copies_ms && result->timing.host_ms);
      if (time < 0) continue;  // the first run warms up
      kernel.push_back(*result->timing.kernel_ms);
      copies.push_back(*result->timing.copies_ms);
      host.push_back(*result->timing.host_ms);
    }
    std::printf("| %s, %s | %.4f | %.4f | %.4f |\n", experiment.id.c_str(), experiment.entries[entry].label.c_str(),
                median(kernel), median(copies), median(host));
  }
};

TEST_F(GpuFigures, Device) {
  const launch::DeviceProperties& properties = device().properties();
  std::printf("GPU: %s, compute capability %s, driver for CUDA %s, runtime CUDA %s\n", properties.name.c_str(),
              properties.compute_capability.c_str(), properties.driver.c_str(), properties.runtime.c_str());
}

TEST_F(GpuFigures, Times) {
  for (const char* id : {"increment", "counter", "histogram"}) {
    const auto loaded = experiment::load_experiment(base::resource_folder() / "kernels" / (std::string(id) + ".toml"));
    ASSERT_TRUE(loaded.ok()) << base::describe(loaded.error());
    for (std::uint32_t entry = 0; entry < loaded->entries.size(); ++entry) measure(*loaded, entry);
  }
}

}  // namespace
}  // namespace warplens::gpu
