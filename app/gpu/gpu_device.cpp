#include "gpu/gpu_device.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <variant>

#include "gpu/buffer.h"
#include "gpu/errors.h"
#include "gpu/event.h"
#include "gpu/module.h"
#include "gpu/properties.h"
#include "gpu/stream.h"
#include "launch/parameters.h"

namespace warplens::gpu {
namespace {

using launch::LaunchResult;

/// Everything one launch needs on the GPU, made before it starts and freed, in any case, after it.
struct Work {
  Stream stream;
  Event begin, kernel_begin, kernel_end, end;
  std::vector<Buffer> buffers;        // in the order of the Buffer arguments
  std::vector<std::byte> parameters;  // the kernel's, as it gets them

  static base::Result<Work> prepare(const launch::Launch& launch);
};

base::Result<Work> Work::prepare(const launch::Launch& launch) {
  auto stream = Stream::create();
  if (!stream) return stream.error();
  auto begin = Event::create(), kernel_begin = Event::create(), kernel_end = Event::create(), end = Event::create();
  for (const auto* event : {&begin, &kernel_begin, &kernel_end, &end}) {
    if (!event->ok()) return event->error();
  }
  Work work{std::move(*stream), std::move(*begin), std::move(*kernel_begin), std::move(*kernel_end), std::move(*end), {}, {}};
  std::vector<std::uint64_t> addresses;
  for (const launch::Argument& argument : launch.arguments) {
    const auto* wanted = std::get_if<launch::Buffer>(&argument);
    if (wanted == nullptr) continue;
    auto buffer = Buffer::allocate(wanted->size * launch::bytes(wanted->type));
    if (!buffer) return buffer.error();
    addresses.push_back(reinterpret_cast<std::uintptr_t>(buffer->address()));
    work.buffers.push_back(std::move(*buffer));
  }
  work.parameters = launch::parameter_block(launch, addresses);
  return work;
}

/// By the registers and shared memory that the driver has compiled the kernel to; nothing where it does not say.
std::optional<launch::Occupancy> occupancy_of(cudaKernel_t kernel, const launch::Launch& launch,
                                              const launch::DeviceProperties& properties) {
  cudaFuncAttributes attributes{};
  if (cudaFuncGetAttributes(&attributes, kernel) != cudaSuccess) {
    cudaGetLastError();
    return std::nullopt;
  }
  return launch::occupancy(properties.per_multiprocessor,
                           {static_cast<std::uint32_t>(base::count(launch.block)), static_cast<std::uint32_t>(attributes.numRegs),
                            attributes.sharedSizeBytes + launch.dynamic_shared});
}

std::vector<launch::Buffer> buffers_of(const launch::Launch& launch) {
  std::vector<launch::Buffer> buffers;
  for (const launch::Argument& argument : launch.arguments) {
    if (const auto* buffer = std::get_if<launch::Buffer>(&argument)) buffers.push_back(*buffer);
  }
  return buffers;
}

/// Variables outside a kernel keep their values from launch to launch while the PTX stays loaded; a launch starts fresh.
bool has_variables(const ptx::Module& module) {
  return std::any_of(module.variables.begin(), module.variables.end(),
                     [](const ptx::Variable& variable) { return variable.space == ptx::Space::global; });
}

class GpuDevice final : public launch::Device {
 public:
  GpuDevice(int ordinal, launch::DeviceProperties properties) : ordinal_(ordinal), properties_(std::move(properties)) {}

  const launch::DeviceProperties& properties() const override { return properties_; }
  base::Result<LaunchResult> run(const launch::Launch& launch, launch::Progress& progress) override;

 private:
  base::Result<cudaKernel_t> load(const launch::Launch& launch);
  base::Result<LaunchResult> execute(const launch::Launch& launch, cudaKernel_t kernel, launch::Progress& progress);
  void recover(cudaError_t fault);

  int ordinal_ = 0;
  launch::DeviceProperties properties_;
  std::shared_ptr<const ptx::Module> source_;  // what is loaded
  std::optional<Module> module_;
  bool symbols_set_ = false;          // in what is loaded: variables are no longer as the PTX has them
  std::optional<cudaError_t> fault_;  // of the last launch, when it left the GPU's context unusable
  std::string lost_;                  // why the GPU cannot be used any more; empty while it can
};

base::Result<LaunchResult> GpuDevice::run(const launch::Launch& launch, launch::Progress& progress) {
  if (!lost_.empty()) return base::error(lost_);
  if (const auto valid = launch::check(launch); !valid) return valid.error();
  if (const cudaError_t error = cudaSetDevice(ordinal_); error != cudaSuccess) {
    return failed("cannot use GPU " + std::to_string(ordinal_), error);
  }
  const auto kernel = load(launch);
  if (!kernel) return kernel.error();
  auto result = execute(launch, *kernel, progress);
  if (fault_) recover(*std::exchange(fault_, std::nullopt));
  return result;
}

base::Result<cudaKernel_t> GpuDevice::load(const launch::Launch& launch) {
  const bool used = has_variables(*launch.module) || std::exchange(symbols_set_, !launch.symbols.empty());
  if (source_ != launch.module || used) {
    module_.reset();
    source_.reset();
    auto module = Module::load(*launch.module);
    if (!module) return module.error();
    module_ = std::move(*module);
    source_ = launch.module;
  }
  return module_->kernel(launch.module->functions[launch.entry].name);
}

base::Result<LaunchResult> GpuDevice::execute(const launch::Launch& launch, cudaKernel_t kernel, launch::Progress& progress) {
  const std::vector<launch::Buffer> inputs = buffers_of(launch);
  auto work = Work::prepare(launch);
  if (!work) return work.error();

  LaunchResult result;
  result.device = properties_.name;
  result.modelled = false;
  result.trace.grid = launch.grid;
  result.trace.block = launch.block;
  if (progress.cancel) {
    result.outcome = launch::Outcome::cancelled;
    for (const launch::Buffer& input : inputs) result.outputs.push_back(*input.initial);
    return result;
  }

  if (const auto status = work->begin.record(work->stream); !status) return status.error();
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    if (const auto status = work->buffers[k].copy_in(*inputs[k].initial, work->stream); !status) return status.error();
  }
  for (const launch::Buffer& symbol : launch.symbols) {
    if (const auto status = module_->set_variable(symbol.name, *symbol.initial, work->stream); !status) return status.error();
  }
  if (const cudaError_t error = work->stream.wait(); error != cudaSuccess)
    return failed("cannot copy the inputs to the GPU", error);

  std::vector<void*> parameters;
  for (const ptx::Parameter& parameter : launch.module->functions[launch.entry].parameters)
    parameters.push_back(work->parameters.data() + parameter.offset);
  if (const auto status = work->kernel_begin.record(work->stream); !status) return status.error();
  const auto start = std::chrono::steady_clock::now();
  cudaError_t error = cudaLaunchKernel(kernel, dim3(launch.grid.x, launch.grid.y, launch.grid.z),
                                       dim3(launch.block.x, launch.block.y, launch.block.z), parameters.data(),
                                       launch.dynamic_shared, work->stream.get());
  if (error != cudaSuccess) return failed("the GPU refuses the launch", error);
  if (const auto status = work->kernel_end.record(work->stream); !status) return status.error();
  error = work->stream.wait();
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;

  result.occupancy = occupancy_of(kernel, launch, properties_);
  result.multiprocessors = properties_.multiprocessors;
  result.counters.blocks = base::count(launch.grid);
  result.counters.threads = result.counters.blocks * base::count(launch.block);
  result.counters.warps = result.counters.blocks * result.trace.warps_per_block();
  if (error != cudaSuccess) {
    fault_ = error;
    result.outcome = launch::Outcome::faulted;
    result.fault = launch::Fault{};
    result.fault->kind = fault_kind(error);
    result.fault->message = "the kernel failed: " + describe(error) + "; run it on the SIMT machine to see where";
    result.outputs.resize(inputs.size());  // empty: CUDA gives no access to the memory of a context after a fault
    result.symbols.resize(launch.saved_symbols.size());
    return result;
  }

  progress.blocks_done = result.counters.blocks;
  result.timing.host_ms = elapsed.count();
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    launch::Bytes& output = result.outputs.emplace_back(work->buffers[k].size());
    if (const auto status = work->buffers[k].copy_out(output, work->stream); !status) return status.error();
  }
  for (const std::string& name : launch.saved_symbols) {
    if (const auto status = module_->read_variable(name, result.symbols.emplace_back(), work->stream); !status)
      return status.error();
  }
  if (const auto status = work->end.record(work->stream); !status) return status.error();
  error = work->stream.wait();
  if (error != cudaSuccess) return failed("cannot copy the outputs from the GPU", error);

  const auto kernel_ms = milliseconds(work->kernel_begin, work->kernel_end);
  if (!kernel_ms) return kernel_ms.error();
  const auto copies_ms = milliseconds(work->begin, work->end);
  if (!copies_ms) return copies_ms.error();
  result.timing.kernel_ms = *kernel_ms;
  result.timing.copies_ms = *copies_ms;
  return result;
}

/// After a fault every call on the context fails with the same error. Throw the context away and see whether a new one works.
void GpuDevice::recover(cudaError_t fault) {
  module_.reset();
  source_.reset();
  cudaDeviceReset();
  cudaGetLastError();
  cudaError_t error = cudaSetDevice(ordinal_);
  if (error == cudaSuccess) error = cudaFree(nullptr);  // makes the new context
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error == cudaSuccess) return;
  cudaGetLastError();
  lost_ = "the GPU is out of use since a kernel failed with " + std::string(cudaGetErrorName(fault)) + " (" +
          std::string(cudaGetErrorName(error)) + " on a new start); start the program again to use it";
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
  if (error == cudaErrorNoDevice || error == cudaSuccess) return "no NVIDIA GPU in this computer";
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
