#include <algorithm>
#include <cstdlib>
#include <deque>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/number_format.h"
#include "cudart/capture.h"
#include "cudart/launch.h"
#include "launch/arguments/shared_arrays.h"

// Launches, and properties of kernels.

namespace warplens::cudart {
namespace {

using runtime::Kernel;
using runtime::Program;
using runtime::Status;

/// Configurations between `<<<` and `>>>`, until the launches take them.
std::vector<Configuration>& configurations() {
  thread_local std::vector<Configuration> pushed;
  return pushed;
}

launch::Occupancy occupancy(const Program& program, const Kernel& kernel, std::uint64_t threads, std::size_t dynamic_shared) {
  const launch::BlockNeeds needs{
      .threads = static_cast<std::uint32_t>(threads),
      .registers_per_thread = kernel.registers,
      .shared = launch::static_shared_bytes(*kernel.module, kernel.entry) + dynamic_shared,
      .registers_from = kernel.function().assembled ? launch::RegisterSource::compiler : launch::RegisterSource::estimate};
  return launch::occupancy(program.device->properties().per_multiprocessor, needs);
}

/// Blocks of a cooperative launch wait for each other, so all of them must be on the device at once. False, with the reason,
/// where they do not fit.
bool fits_at_once(const Program& program, const Kernel& kernel, const Configuration& launch, std::string& reason) {
  const auto count = [](const base::Dim3& size) { return std::uint64_t{size.x} * size.y * size.z; };
  const std::uint64_t threads = count(launch.block), blocks = count(launch.grid);
  if (threads == 0 || threads > program.device->properties().limits.threads_per_block) return true;  // another error
  const std::uint64_t most = std::uint64_t{occupancy(program, kernel, threads, launch.dynamic_shared).blocks} *
                             program.device->properties().multiprocessors;
  if (blocks <= most) return true;
  reason = "the blocks of a cooperative launch are on the device at once; " + base::counted(most, "block") +
           " of this kernel fit on it, and the grid has " + base::grouped(blocks);
  return false;
}

/// Put a launch into the graph that its stream captures; nothing where it is to be carried out. `reason`: gets a sentence if it
/// fails.
std::optional<Status> capture_launch(Program& program, const void* function, const Kernel& kernel,
                                     const Configuration& configuration, void** arguments, bool cooperative, std::uint32_t stream,
                                     const runtime::Call& call, std::string& reason) {
  if (program.captures.point(stream) != nullptr) {
    const Status possible =
        program.launches.check(kernel, configuration.grid, configuration.block, configuration.dynamic_shared, reason);
    if (possible != Status::success) return possible;
  }
  const auto captured = capture(program, stream, call, [&] {
    return runtime::KernelWork{.function = function,
                               .grid = configuration.grid,
                               .block = configuration.block,
                               .dynamic_shared = configuration.dynamic_shared,
                               .cooperative = cooperative,
                               .arguments = runtime::copy_arguments(kernel, arguments)};
  });
  if (captured) reason = program.errors.explanation();
  return captured;
}

cudaError_t launch_by_host(const char* name, const void* function, const Configuration& configuration, void** arguments,
                           bool cooperative) {
  const OngoingCall ongoing(name);
  Program& program = ongoing.program;
  const runtime::Call& call = ongoing.call;
  program.errors.go_on();
  std::string reason;
  Status status = program.errors.failed();
  const auto stream = stream_of(program, configuration.stream);
  if (status == Status::success && !stream) status = Status::invalid_handle;
  if (status == Status::success) {
    auto kernel = program.kernels.kernel(function);
    if (kernel) program.check_variables(**kernel, call);
    if (kernel && cooperative && !fits_at_once(program, **kernel, configuration, reason)) {
      status = Status::cooperative_launch_too_large;
    } else if (const auto captured = kernel ? capture_launch(program, function, **kernel, configuration, arguments, cooperative,
                                                             *stream, call, reason)
                                            : std::nullopt) {
      status = *captured;
    } else if (kernel) {
      status = program.launches.run(**kernel, configuration.grid, configuration.block, arguments, configuration.dynamic_shared,
                                    *stream, cooperative, call, reason);
      if (status == Status::success) {
        program.copies.launched();
        launched_by_this_thread(*stream);
      }
    } else {
      status = Status::not_supported;
      reason = base::describe(kernel.error());
    }
  }
  if (!reason.empty()) program.refuse(call, reason);
  return ongoing.returns(program.errors.report(call, status, true, reason));
}

/// What a kernel has launched, and how many kernels launched one another before.
struct LaunchedByKernel {
  Kernel* kernel;
  launch::DeviceLaunch launch;
  int depth;
};

/// Carry out one launch by a kernel, as a call of its own at the place of the host's launch.
void launch_by_kernel(const LaunchedByKernel& next, std::uint32_t stream) {
  const OngoingCall ongoing("launch by a kernel");
  std::vector<void*> arguments;
  std::vector<std::byte> parameters = next.launch.parameters;
  for (const ptx::Parameter& parameter : next.kernel->function().parameters)
    arguments.push_back(parameters.data() + parameter.offset);
  std::string reason;
  const Status status =
      ongoing.program.launches.run(*next.kernel, next.launch.grid, next.launch.block, arguments.data(),
                                   next.launch.dynamic_shared, stream, false, ongoing.call, reason, runtime::Issuer::kernel);
  // The kernel that launched it has gone on: nobody will learn of it by an error.
  if (!reason.empty()) ongoing.program.refuse(ongoing.call, "kernel " + next.kernel->function().demangled + ": " + reason);
  ongoing.returns(status);
}

/// Carry out what the last kernel has launched, and what that launches in turn, in the order of the launches; those into the tail
/// stream after all others of the same kernel.
void launch_by_kernels(std::uint32_t stream) {
  constexpr int deepest = 24;  // CUDA C++ Programming Guide, "CUDA Dynamic Parallelism": the nesting depth
  Program& program = cudart::program();
  std::deque<LaunchedByKernel> waiting;
  const auto take = [&](int depth) {
    for (auto& [kernel, launch] : program.launches.take_device_launches(program.kernels))
      waiting.push_back({kernel, std::move(launch), depth});
  };
  take(1);
  while (!waiting.empty()) {
    auto next = std::ranges::find(waiting, false, [](const LaunchedByKernel& each) { return each.launch.tail; });
    if (next == waiting.end()) next = waiting.begin();
    const LaunchedByKernel launched = std::move(*next);
    waiting.erase(next);
    if (launched.depth > deepest) {
      const OngoingCall ongoing("launch by a kernel");
      program.refuse(ongoing.call,
                     "kernels launch kernels more than " + std::to_string(deepest) + " deep, which CUDA does not allow");
      ongoing.returns(Status::launch_failure);
      return;
    }
    launch_by_kernel(launched, stream);
    take(launched.depth + 1);
  }
}

}  // namespace

cudaError_t launch_kernel(const char* name, const void* function, const Configuration& configuration, void** arguments,
                          bool cooperative) {
  const std::lock_guard turn(calls_in_turn());
  const cudaError_t error = launch_by_host(name, function, configuration, arguments, cooperative);
  if (const auto stream = stream_of(program(), configuration.stream)) launch_by_kernels(*stream);
  return error;
}

Status launch_by_graph(const runtime::KernelWork& work, const runtime::Call& made, std::uint32_t stream) {
  Status status = Status::invalid_device_function;
  {
    const OngoingCall ongoing(made);
    Program& program = ongoing.program;
    std::string reason;
    if (const auto kernel = program.kernels.kernel(work.function)) {
      program.check_variables(**kernel, ongoing.call);
      std::vector<void*> arguments = work.arguments->pointers;
      status = program.launches.run(**kernel, work.grid, work.block, arguments.data(), work.dynamic_shared, stream,
                                    work.cooperative, ongoing.call, reason, runtime::Issuer::graph);
      if (status == Status::success) program.copies.launched();
      if (status == Status::success) launched_by_this_thread(stream);
    }
    if (!reason.empty()) program.refuse(ongoing.call, reason);
    ongoing.returns(status);
  }
  launch_by_kernels(stream);
  return status;
}

namespace {

/// body(program, kernel) of a question about a kernel.
template <typename Body>
cudaError_t about_kernel(const char* name, const void* function, Body body) {
  return question(name, [&](Program& program, const runtime::Call& call) {
    auto kernel = program.kernels.kernel(function);
    if (kernel) return body(program, **kernel);
    program.refuse(call, base::describe(kernel.error()));
    return Status::invalid_device_function;
  });
}

/// 75 of "sm_75": what CUDA calls the version of PTX and of the binary. CUB chooses its kernels' parameters by it.
int architecture_of(const ptx::Module& module) {
  const std::size_t digits = module.target.find_first_of("0123456789");
  return digits == std::string::npos ? 0 : std::atoi(module.target.c_str() + digits);
}

cudaError_t max_active_blocks(const char* name, int* blocks, const void* function, int threads, std::size_t dynamic_shared) {
  return about_kernel(name, function, [&](Program& program, Kernel& kernel) {
    if (blocks == nullptr || threads <= 0) return Status::invalid_value;
    *blocks = threads > 1024
                  ? 0
                  : static_cast<int>(occupancy(program, kernel, static_cast<std::uint64_t>(threads), dynamic_shared).blocks);
    return Status::success;
  });
}

bool is_cooperative(const cudaLaunchConfig_t& configuration) {
  return std::ranges::any_of(std::span(configuration.attrs, configuration.numAttrs), [](const cudaLaunchAttribute& attribute) {
    return attribute.id == cudaLaunchAttributeCooperative && attribute.val.cooperative != 0;
  });
}

/// Whether a launch wants clusters of more than one block.
bool has_clusters(const cudaLaunchConfig_t& configuration) {
  return std::ranges::any_of(std::span(configuration.attrs, configuration.numAttrs), [](const cudaLaunchAttribute& attribute) {
    const auto& size = attribute.val.clusterDim;
    return attribute.id == cudaLaunchAttributeClusterDimension && std::uint64_t{size.x} * size.y * size.z > 1;
  });
}

}  // namespace
}  // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t dynamic_shared, void* stream) {
  configurations().push_back({grid, block, dynamic_shared, stream});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* dynamic_shared, void* stream) {
  if (configurations().empty()) return cudaErrorInvalidConfiguration;
  const Configuration configuration = configurations().back();
  configurations().pop_back();
  *grid = configuration.grid;
  *block = configuration.block;
  *dynamic_shared = configuration.dynamic_shared;
  *static_cast<void**>(stream) = configuration.stream;
  return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t dynamic_shared,
                             cudaStream_t stream) {
  return launch_kernel(__func__, function, {grid, block, dynamic_shared, stream}, arguments);
}

/// A kernel's handle is the host function that launches it.
cudaError_t __cudaGetKernel(void** kernel, const void* function) {
  *kernel = const_cast<void*>(function);
  return cudaSuccess;
}
cudaError_t cudaGetKernel(void** kernel, const void* function) { return answer(__func__, kernel, const_cast<void*>(function)); }
cudaError_t cudaGetFuncBySymbol(void** kernel, const void* function) {
  return answer(__func__, kernel, const_cast<void*>(function));
}

cudaError_t __cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t dynamic_shared,
                               cudaStream_t stream) {
  return launch_kernel("cudaLaunchKernel", kernel, {grid, block, dynamic_shared, stream}, arguments);
}
cudaError_t __cudaLaunchKernel_ptsz(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t dynamic_shared,
                                    cudaStream_t stream) {
  return launch_kernel("cudaLaunchKernel", kernel, {grid, block, dynamic_shared, stream}, arguments);
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t dynamic_shared,
                                        cudaStream_t stream) {
  return launch_kernel(__func__, function, {grid, block, dynamic_shared, stream}, arguments, true);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* configuration, const void* function, void** arguments) {
  if (configuration == nullptr) return work(__func__, [](Program&, const runtime::Call&) { return Status::invalid_value; });
  if (has_clusters(*configuration))
    return work(__func__, [](Program& program, const runtime::Call&) {
      program.errors.explain("cudaLaunchAttributeClusterDimension: Warplens has no clusters of blocks");
      return Status::not_supported;
    });
  return launch_kernel(__func__, function,
                       {configuration->gridDim, configuration->blockDim, configuration->dynamicSmemBytes, configuration->stream},
                       arguments, is_cooperative(*configuration));
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  return about_kernel(__func__, function, [&](Program& program, Kernel& kernel) {
    if (attributes == nullptr) return Status::invalid_value;
    const ptx::Function& code = kernel.function();
    *attributes = {};
    attributes->sharedSizeBytes = launch::static_shared_bytes(*kernel.module, kernel.entry);
    attributes->constSizeBytes = program.kernels.constant_bytes(kernel);
    for (const ptx::Variable& variable : kernel.module->variables) {
      if (variable.space == ptx::Space::local && variable.function == kernel.entry) attributes->localSizeBytes += variable.size;
    }
    attributes->maxThreadsPerBlock =
        code.max_threads[0] != 0
            ? static_cast<int>(code.max_threads[0] * std::max(code.max_threads[1], 1u) * std::max(code.max_threads[2], 1u))
            : 1024;
    attributes->numRegs = static_cast<int>(kernel.registers);
    attributes->ptxVersion = attributes->binaryVersion = architecture_of(*kernel.module);
    attributes->maxDynamicSharedSizeBytes = static_cast<int>(
        kernel.dynamic_shared_limit != 0 ? kernel.dynamic_shared_limit : program.device->properties().limits.shared_bytes);
    return Status::success;
  });
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  return about_kernel(__func__, function, [&](Program& program, Kernel& kernel) {
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return Status::success;  // preferences
    const std::uint64_t fixed = launch::static_shared_bytes(*kernel.module, kernel.entry);
    const launch::DeviceProperties& card = program.device->properties();
    if (value < 0 || static_cast<std::uint64_t>(value) + fixed > card.shared_per_block_opt_in) {
      program.errors.explain("a block on the " + card.name + " can have " +
                             base::counted(std::uint64_t{card.shared_per_block_opt_in}, "byte") +
                             " of shared memory at most, and the kernel's arrays of fixed size take " + base::grouped(fixed) +
                             "; --spec chooses a card with more");
      return Status::invalid_value;
    }
    kernel.dynamic_shared_limit = static_cast<std::uint32_t>(value);
    return Status::success;
  });
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
  return about_kernel(__func__, function, [&](Program&, Kernel& kernel) {
    if (name == nullptr) return Status::invalid_value;
    *name = kernel.function().name.c_str();
    return Status::success;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int threads, size_t dynamic_shared) {
  return max_active_blocks(__func__, blocks, function, threads, dynamic_shared);
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function, int threads,
                                                                   size_t dynamic_shared, unsigned) {
  return max_active_blocks(__func__, blocks, function, threads, dynamic_shared);
}
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* function, int blocks, int) {
  return about_kernel(__func__, function, [&](Program& program, Kernel& kernel) {
    if (bytes == nullptr || blocks <= 0) return Status::invalid_value;
    const std::uint64_t each = program.device->properties().per_multiprocessor.shared / static_cast<std::uint64_t>(blocks);
    const std::uint64_t fixed = launch::static_shared_bytes(*kernel.module, kernel.entry);
    *bytes = each > fixed ? each - fixed : 0;
    return Status::success;
  });
}
