#include "gpu/delay.h"

#include <string>

#include "gpu/errors.h"

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

}  // namespace warplens::gpu
