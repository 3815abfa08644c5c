#include "launch/launch.h"
#include "observe/observer.h"
#include "observe/real_runtime.h"
#include "ptx/parse/demangle.h"

// The functions that launch kernels, in place of NVIDIA's: each puts events around its launch and passes it on.

namespace warplens::observe {
namespace {

struct Configuration {
  dim3 grid, block;
  size_t dynamic_shared = 0;
  cudaStream_t stream = nullptr;
};

/// Launch by `function`. `kernel`: the function of the host, or the kernel's handle.
template <auto function, typename... Passed>
cudaError_t observed(const void* kernel, void** arguments, const Configuration& configuration, Passed... passed) {
  Observer& observer = observe::observer();
  if (!observer.active) return real<function>(passed...);
  const std::lock_guard lock(in_turn());
  const std::string name(plain_name(name_of<function>()));
  ++observer.calls[name];
  const std::uint64_t number = observer.launches++;
  report::Json call = observer.begin_call(name);
  const std::string kernel_name = ptx::demangled_name(observer.kernel_name(kernel));
  if (observer.keeper.keeps(number)) {
    observer.keeper.launch_begins({{"event", "begin"},
                                   {"in_call", call["number"]},
                                   {"call", call["call"]},
                                   {"name", kernel_name},
                                   {"grid", runtime::json_of(configuration.grid)},
                                   {"block", runtime::json_of(configuration.block)},
                                   {"shared", configuration.dynamic_shared},
                                   {"heap_bytes", launch::Launch{}.heap_bytes}},
                                  kernel, arguments, configuration.stream);
    call["called_ms"] = observer.timer.now_ms();
  }
  const std::optional<cudaEvent_t> begin = observer.timer.begin(kernel, configuration.stream);
  const cudaError_t error = real<function>(passed...);
  finish_at_exit();
  observer.journal.write({{"event", "launch"},
                          {"number", number},
                          {"call", call["call"]},
                          {"kernel", kernel_name},
                          {"stream", observer.number_of(configuration.stream)},
                          {"launch",
                           {{"grid", runtime::json_of(configuration.grid)},
                            {"block", runtime::json_of(configuration.block)},
                            {"shared", configuration.dynamic_shared}}},
                          {"error", error != cudaSuccess ? real<cudaGetErrorName>(error) : ""},
                          {"timed", begin.has_value()}});
  if (observer.keeper.active()) {
    call["launch"] = number;
    call["kernel"] = kernel_name;
    call["stream"] = observer.number_of(configuration.stream);
    observer.end_call(std::move(call), error);
  }
  if (begin && error == cudaSuccess) observer.timer.end(number, *begin, configuration.stream);
  if (begin && error != cudaSuccess) observer.timer.discard(*begin);
  return error;
}

/// The default stream of a program that is compiled with a default stream per thread.
cudaStream_t per_thread(cudaStream_t stream) { return stream != nullptr ? stream : cudaStreamPerThread; }

template <auto function>
cudaError_t observed_plain(const void* kernel, const dim3& grid, const dim3& block, void** arguments, size_t dynamic_shared,
                           cudaStream_t stream, cudaStream_t measured_in) {
  return observed<function>(kernel, arguments, {grid, block, dynamic_shared, measured_in}, kernel, grid, block, arguments,
                            dynamic_shared, stream);
}

template <auto function>
cudaError_t observed_configured(const cudaLaunchConfig_t* configuration, const void* kernel, void** arguments, bool of_thread) {
  if (configuration == nullptr) return real<function>(configuration, kernel, arguments);
  const cudaStream_t stream = of_thread ? per_thread(configuration->stream) : configuration->stream;
  return observed<function>(kernel, arguments,
                            {configuration->gridDim, configuration->blockDim, configuration->dynamicSmemBytes, stream},
                            configuration, kernel, arguments);
}

}  // namespace
}  // namespace warplens::observe

using namespace warplens::observe;

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t dynamic_shared,
                             cudaStream_t stream) {
  return observed_plain<cudaLaunchKernel>(kernel, grid, block, arguments, dynamic_shared, stream, stream);
}
cudaError_t cudaLaunchKernel_ptsz(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t dynamic_shared,
                                  cudaStream_t stream) {
  return observed_plain<cudaLaunchKernel_ptsz>(kernel, grid, block, arguments, dynamic_shared, stream, per_thread(stream));
}
// What nvcc 13 makes of <<< >>>: with the kernel's handle.
cudaError_t __cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t dynamic_shared,
                               cudaStream_t stream) {
  return observed_plain<__cudaLaunchKernel>(kernel, grid, block, arguments, dynamic_shared, stream, stream);
}
cudaError_t __cudaLaunchKernel_ptsz(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t dynamic_shared,
                                    cudaStream_t stream) {
  return observed_plain<__cudaLaunchKernel_ptsz>(kernel, grid, block, arguments, dynamic_shared, stream, per_thread(stream));
}

cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t dynamic_shared,
                                        cudaStream_t stream) {
  return observed_plain<cudaLaunchCooperativeKernel>(kernel, grid, block, arguments, dynamic_shared, stream, stream);
}
cudaError_t cudaLaunchCooperativeKernel_ptsz(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t dynamic_shared,
                                             cudaStream_t stream) {
  return observed_plain<cudaLaunchCooperativeKernel_ptsz>(kernel, grid, block, arguments, dynamic_shared, stream,
                                                          per_thread(stream));
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* configuration, const void* kernel, void** arguments) {
  return observed_configured<cudaLaunchKernelExC>(configuration, kernel, arguments, false);
}
cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t* configuration, const void* kernel, void** arguments) {
  return observed_configured<cudaLaunchKernelExC_ptsz>(configuration, kernel, arguments, true);
}
