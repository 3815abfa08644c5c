#include "gpu/gpu_device.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>
#include <variant>

#include "gpu/errors.h"
#include "gpu/interop.h"
#include "gpu/module.h"
#include "gpu/overlap.h"
#include "gpu/own_kernels.h"
#include "gpu/properties.h"
#include "gpu/recording.h"
#include "gpu/work.h"
#include "launch/placement.h"
#include "ptx/listing.h"

// Kernels run in this process, not in a separate one: their outputs are drawn without a host copy, and the window's OpenGL
// buffers belong to this process. After a kernel that fails, CUDA gives this process no GPU any more; a kernel that does not end
// cannot be stopped, and is abandoned. In both cases the device is out of use here (out_of_use()), and another process takes over
// (remote/lasting_device.h).

namespace warplens::gpu {
namespace {

using launch::LaunchResult;

/// From the registers and shared memory of the kernel as the driver compiled it; nothing if the driver does not report them.
std::optional<launch::Occupancy> occupancy_of(cudaKernel_t kernel, const launch::Launch& launch,
                                              const launch::DeviceProperties& properties) {
  cudaFuncAttributes attributes{};
  if (cudaFuncGetAttributes(&attributes, kernel) != cudaSuccess) {
    cudaGetLastError();
    return std::nullopt;
  }
  return launch::occupancy(properties.per_multiprocessor,
                           {static_cast<std::uint32_t>(base::count(launch.block)), static_cast<std::uint32_t>(attributes.numRegs),
                            attributes.sharedSizeBytes + launch.dynamic_shared, launch::RegisterSource::compiler});
}

std::vector<launch::Bytes> inputs_of(const launch::Launch& launch) {
  std::vector<launch::Bytes> inputs;
  for (const launch::Argument& argument : launch.arguments) {
    if (const auto* buffer = std::get_if<launch::Buffer>(&argument)) inputs.push_back(*buffer->initial);
  }
  return inputs;
}

/// Module variables keep their values while the PTX stays loaded, but a launch must start with the initial ones.
bool has_variables(const ptx::Module& module) {
  return std::any_of(module.variables.begin(), module.variables.end(),
                     [](const ptx::Variable& variable) { return variable.space == ptx::Space::global; });
}

class GpuDevice final : public launch::Device {
 public:
  GpuDevice(int ordinal, launch::DeviceProperties properties) : ordinal_(ordinal), properties_(std::move(properties)) {}

  const launch::DeviceProperties& properties() const override { return properties_; }
  base::Result<LaunchResult> run(const launch::Launch& launch, launch::Progress& progress) override;
  std::string out_of_use() const override { return lost_; }
  base::Result<std::unique_ptr<launch::SharedBuffer>> share(std::uint32_t gl_buffer, std::uint64_t bytes) override {
    return interop_.share(ordinal_, gl_buffer, bytes);
  }
  base::Result<std::vector<launch::StreamTimeline>> in_streams(const launch::Launch& launch, const launch::StreamPlan& plan,
                                                               const std::vector<launch::Bytes>& whole,
                                                               launch::Progress& progress) override;

 private:
  base::Result<LaunchResult> execute(const launch::Launch& launch, launch::Progress& progress);
  base::Result<cudaKernel_t> load(const launch::Launch& launch, bool fresh);
  base::Status time(const launch::Launch& launch, Work& work, bool fresh, const launch::Progress& progress, LaunchResult& result);
  base::Status record(const launch::Launch& launch, bool fresh, const launch::Progress& progress, LaunchResult& result);
  void fail(cudaError_t error, const launch::Launch& launch, LaunchResult& result);
  void give_up(const launch::Launch& launch, LaunchResult& result);
  void lose(cudaError_t fault);

  int ordinal_ = 0;
  launch::DeviceProperties properties_;
  std::shared_ptr<const ptx::Module> source_;  // what is loaded
  std::optional<Module> module_;
  Recording recording_;
  Interop interop_;
  bool symbols_set_ = false;          // in what is loaded: variables are no longer as the PTX has them
  std::optional<cudaError_t> fault_;  // of the last launch, when it left the GPU's context unusable
  std::string lost_;                  // why the GPU cannot be used any more; empty while it can
};

/// Memory of this process that a launch is to change in place.
bool uses_own_memory(const launch::Placement& placement) {
  const auto is_own = [](const auto& each) { return each.memory != nullptr; };
  return std::ranges::any_of(placement.blocks, is_own) || std::ranges::any_of(placement.variables, is_own);
}

base::Result<LaunchResult> GpuDevice::run(const launch::Launch& launch, launch::Progress& progress) {
  if (launch.placement && uses_own_memory(*launch.placement))
    return base::error("a GPU cannot change the memory of a program that runs on the SIMT machine");
  if (!launch.textures.empty())
    return base::error("launches of programs that have textures or surfaces run again on the SIMT machine only");
  if (!lost_.empty()) return base::error(lost_);
  const launch::SharedLimit shared{properties_.shared_per_block_opt_in, "the " + properties_.name};
  if (const auto valid = launch::check(launch, shared); !valid) return valid.error();
  if (const cudaError_t error = cudaSetDevice(ordinal_); error != cudaSuccess) {
    return failed("cannot use GPU " + std::to_string(ordinal_), error);
  }
  auto result = execute(launch, progress);
  if (fault_) lose(*std::exchange(fault_, std::nullopt));
  return result;
}

base::Result<std::vector<launch::StreamTimeline>> GpuDevice::in_streams(const launch::Launch& launch,
                                                                        const launch::StreamPlan& plan,
                                                                        const std::vector<launch::Bytes>& whole,
                                                                        launch::Progress& progress) {
  if (!lost_.empty()) return base::error(lost_);
  if (const cudaError_t error = cudaSetDevice(ordinal_); error != cudaSuccess) {
    return failed("cannot use GPU " + std::to_string(ordinal_), error);
  }
  const auto kernel = load(launch, false);
  if (!kernel) return kernel.error();
  auto timelines = run_in_streams(launch, plan, *kernel, whole, progress);
  if (timelines) return timelines;
  if (const cudaError_t fault = cudaDeviceSynchronize(); fault != cudaSuccess) lose(fault);
  return timelines;
}

base::Result<cudaKernel_t> GpuDevice::load(const launch::Launch& launch, bool fresh) {
  if (source_ != launch.module || fresh) {
    module_.reset();
    source_.reset();
    auto module = Module::load(launch.module->text, launch.module->path);
    if (!module) return module.error();
    module_ = std::move(*module);
    source_ = launch.module;
  }
  return module_->kernel(launch.module->functions[launch.entry].name, launch.dynamic_shared);
}

base::Result<LaunchResult> GpuDevice::execute(const launch::Launch& launch, launch::Progress& progress) {
  const bool fresh = has_variables(*launch.module) || std::exchange(symbols_set_, !launch.symbols.empty());
  const auto kernel = load(launch, fresh);
  if (!kernel) return kernel.error();
  auto work = Work::prepare(launch);
  if (!work) return work.error();

  LaunchResult result;
  result.device = properties_.name;
  result.modelled = false;
  result.trace.grid = launch.grid;
  result.trace.block = launch.block;
  result.occupancy = occupancy_of(*kernel, launch, properties_);
  result.multiprocessors = properties_.multiprocessors;
  result.counters.blocks = base::count(launch.grid);
  result.counters.threads = result.counters.blocks * base::count(launch.block);
  result.counters.warps = result.counters.blocks * result.trace.warps_per_block();
  if (progress.cancel) {
    result.outcome = launch::Outcome::cancelled;
    result.outputs = inputs_of(launch);
    return result;
  }

  base::Result<RunOutcome> outcome = base::error("");
  result.printed = printed_during(*launch.module, [&] { outcome = work->run(launch, *module_, *kernel, progress); });
  if (!outcome) return outcome.error();
  if (outcome->cancelled) {
    give_up(launch, result);
    return result;
  }
  if (outcome->error != cudaSuccess) {
    fail(outcome->error, launch, result);
    return result;
  }
  progress.blocks_done = result.counters.blocks;
  result.in_place = fills_in_place(launch);
  result.outputs = std::move(outcome->outputs);
  result.symbols = std::move(outcome->symbols);
  result.timing.host_ms = outcome->host_ms;
  result.timing.kernel_ms = outcome->kernel_ms;
  result.timing.copies_ms = outcome->copies_ms;
  if (launch.timed_runs > 0) {
    if (const auto status = time(launch, *work, fresh, progress, result); !status) return status.error();
  }
  const bool traces = launch.trace_level != trace::Level::none || launch.check;
  if (traces && !progress.cancel && result.outcome == launch::Outcome::finished) {
    if (const auto status = record(launch, fresh, progress, result); !status) {
      result.trace_note = "There is no trace: " + status.error().message + ".";
      result.in_place = false;  // it may have run, and other outputs than these may be there now
    }
  }
  if (result.outcome != launch::Outcome::finished) result.in_place = false;
  return result;
}

/// The timed runs; the first run was the warm-up. The GPU's events time kernels that are queued behind a delay; the CPU's clock,
/// a few more that are launched when the GPU is idle.
base::Status GpuDevice::time(const launch::Launch& launch, Work& work, bool fresh, const launch::Progress& progress,
                             LaunchResult& result) {
  constexpr std::uint32_t runs_by_host = 5;
  const auto delay = Delay::load(*launch.module);
  if (!delay) return delay.error();
  std::vector<double> kernel_ms, copies_ms, host_ms;
  for (std::uint32_t time = 0; time < launch.timed_runs + std::min(launch.timed_runs, runs_by_host) && !progress.cancel; ++time) {
    const bool by_host = time >= launch.timed_runs;
    const auto kernel = load(launch, fresh);
    if (!kernel) return kernel.error();
    base::Result<RunOutcome> outcome = base::error("");
    printed_during(*launch.module, [&] { outcome = work.run(launch, *module_, *kernel, progress, by_host ? nullptr : &*delay); });
    if (!outcome) return outcome.error();
    if (outcome->cancelled) {
      give_up(launch, result);
      return base::Nothing{};
    }
    if (outcome->error != cudaSuccess) {
      fail(outcome->error, launch, result);
      return base::Nothing{};
    }
    if (by_host) {
      host_ms.push_back(outcome->host_ms);
    } else {
      kernel_ms.push_back(outcome->kernel_ms);
      copies_ms.push_back(outcome->copies_ms);
    }
  }
  if (kernel_ms.empty()) return base::Nothing{};
  result.timing.kernel_spread = launch::spread_of(kernel_ms);
  result.timing.copies_spread = launch::spread_of(copies_ms);
  result.timing.kernel_ms = result.timing.kernel_spread->median;
  result.timing.copies_ms = result.timing.copies_spread->median;
  if (!host_ms.empty()) result.timing.host_ms = launch::spread_of(host_ms).median;
  const auto overhead = launch_overhead(*launch.module, *delay, launch.timed_runs);
  if (!overhead) return overhead.error();
  result.timing.overhead_ms = *overhead;
  return base::Nothing{};
}

/// Run again, instrumented. The outputs are replaced by those of this run: with races they differ, and pictures show them with
/// the trace. They are not replaced if the kernel reads the clock: its readings must be those of the plain kernel.
base::Status GpuDevice::record(const launch::Launch& launch, bool fresh, const launch::Progress& progress, LaunchResult& result) {
  base::Result<Recorded> recorded = base::error("");
  std::string printed = printed_during(*launch.module, [&] { recorded = recording_.run(launch, properties_, fresh, progress); });
  if (!recorded) return recorded.error();
  if (recorded->outcome.cancelled) {
    give_up(launch, result);
    return base::Nothing{};
  }
  if (recorded->outcome.error != cudaSuccess) {
    fault_ = recorded->outcome.error;
    return base::error("the instrumented kernel failed with " + describe(recorded->outcome.error));
  }
  if (ptx::reads_clock(*launch.module, launch.entry)) {
    result.in_place = false;  // there they are the instrumented kernel's
  } else {
    result.outputs = std::move(recorded->outcome.outputs);
    result.symbols = std::move(recorded->outcome.symbols);
    result.printed = std::move(printed);
  }
  result.trace = std::move(recorded->trace);
  result.trace_note = std::move(recorded->note);
  return base::Nothing{};
}

void GpuDevice::fail(cudaError_t error, const launch::Launch& launch, LaunchResult& result) {
  fault_ = error;
  result.outcome = launch::Outcome::faulted;
  result.fault = launch::Fault{};
  result.fault->kind = fault_kind(error);
  result.fault->message =
      fault_sentence(error) + ": " + describe(error) + "; run it on the SIMT machine to see which thread and where";
  // Empty: CUDA gives no access to the memory of a context after a fault.
  result.outputs.assign(inputs_of(launch).size(), {});
  result.symbols.assign(launch.saved_symbols.size(), {});
}

void GpuDevice::give_up(const launch::Launch& launch, LaunchResult& result) {
  result.outcome = launch::Outcome::cancelled;
  result.outputs = inputs_of(launch);
  Module::abandon(module_);
  source_.reset();
  recording_.abandon();
  interop_.lose(true);
  lost_ = "the GPU still runs a kernel that was cancelled";
}

/// After a fault, every call fails with the same error until the context is gone, and then no new one can be made: on an H200
/// with cudaErrorDevicesUnavailable, whether by cudaDeviceReset, by the driver's functions, or later.
void GpuDevice::lose(cudaError_t fault) {
  module_.reset();
  source_.reset();
  recording_.reset();
  interop_.lose(false);
  cudaDeviceReset();  // frees the GPU's memory for others
  cudaGetLastError();
  lost_ = "the GPU is out of use in this process since a kernel failed with " + std::string(cudaGetErrorName(fault));
}

std::string why_none(cudaError_t error) {
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  if (driver == 0) return "no NVIDIA driver";
  if (error == cudaErrorInsufficientDriver) {
    return "the NVIDIA driver is too old: it knows CUDA " + version_text(driver) + ", this program needs " +
           version_text(runtime);
  }
  if (error == cudaErrorNoDevice || error == cudaSuccess) {
    const char* const visible = std::getenv("CUDA_VISIBLE_DEVICES");
    if (visible == nullptr) return "no NVIDIA GPU in this computer";
    return "no NVIDIA GPU that CUDA_VISIBLE_DEVICES=" + std::string(visible) + " lets programs see";
  }
  return "the NVIDIA GPU cannot be used: " + describe(error);
}

}  // namespace

FoundDevices find_devices() {
  FoundDevices found;
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  cudaGetLastError();
  if (error != cudaSuccess || count == 0) {
    found.note = why_none(error);
    return found;
  }
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    auto properties = properties_of(ordinal);
    if (properties.ok()) {
      found.devices.push_back(std::make_unique<GpuDevice>(ordinal, std::move(*properties)));
    } else {
      found.note = properties.error().message;
    }
  }
  return found;
}

}  // namespace warplens::gpu
