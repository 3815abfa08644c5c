#include "gpu/overhead.h"

#include <memory>
#include <utility>
#include <vector>

#include "gpu/errors.h"
#include "gpu/work.h"
#include "launch/costs/spread.h"

namespace warplens::gpu {

base::Result<double> launch_overhead(const ptx::Module& like, const Delay& delay, std::uint32_t runs) {
  ptx::Module module;
  module.path = "empty.ptx";
  module.text = small_module(like, ".visible .entry empty()\n{\n\tret;\n}\n");
  ptx::Function& entry = module.functions.emplace_back();
  entry.name = "empty";
  entry.entry = true;
  launch::Launch launch;
  launch.module = std::make_shared<const ptx::Module>(std::move(module));

  const auto loaded = Module::load(launch.module->text, launch.module->path);
  if (!loaded) return loaded.error();
  const auto kernel = loaded->kernel("empty");
  if (!kernel) return kernel.error();
  auto work = Work::prepare(launch);
  if (!work) return work.error();
  std::vector<double> times;
  for (std::uint32_t run = 0; run <= runs; ++run) {
    const auto outcome = work->run(launch, *loaded, *kernel, launch::Progress{}, &delay);
    if (!outcome) return outcome.error();
    if (outcome->error != cudaSuccess) return failed("cannot run an empty kernel", outcome->error);
    if (run > 0) times.push_back(outcome->kernel_ms);
  }
  return launch::spread_of(std::move(times)).median;
}

}  // namespace warplens::gpu
