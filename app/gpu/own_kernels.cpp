#include "gpu/own_kernels.h"

#include <memory>
#include <vector>

#include "gpu/errors.h"
#include "gpu/work.h"
#include "launch/costs/spread.h"

namespace warplens::gpu {

std::string small_module(const ptx::Module& like, const std::string& entry) {
  return ".version " + std::to_string(like.version_major) + "." + std::to_string(like.version_minor) + "\n.target " +
         like.target + "\n.address_size 64\n" + entry;
}

base::Result<Delay> Delay::load(const ptx::Module& like) {
  // 40,000 cycles are 20 µs at 2 GHz; queueing an event, a kernel and an event takes about 5 µs.
  auto module = Module::load(small_module(like, R"(.visible .entry delay()
{
	.reg .pred %p;
	.reg .b64 %start, %now, %passed;
	mov.u64 %start, %clock64;
again:
	mov.u64 %now, %clock64;
	sub.u64 %passed, %now, %start;
	setp.lt.u64 %p, %passed, 40000;
	@%p bra again;
	ret;
}
)"),
                             "delay.ptx");
  if (!module) return module.error();
  const auto kernel = module->kernel("delay");
  if (!kernel) return kernel.error();
  return Delay(std::move(*module), *kernel);
}

base::Status Delay::queue(const Stream& stream) const {
  const cudaError_t error = cudaLaunchKernel(kernel_, dim3(1), dim3(1), nullptr, 0, stream.get());
  if (error != cudaSuccess) return failed("cannot queue a delay", error);
  return base::Nothing{};
}

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
