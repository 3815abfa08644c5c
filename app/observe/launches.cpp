#include "observe/observer.h"
#include "observe/real_runtime.h"
#include "ptx/parse/demangle.h"

// The functions that launch kernels, in place of NVIDIA's: each puts events around its launch and passes it on.

namespace warplens::observe {
namespace {

struct Configuration {
  base::Dim3 grid, block;
  std::size_t dynamic_shared = 0;
  void* stream = nullptr;
};

/// Launch by `launch()`, which returns CUDA's error. `function`: of the host, or a kernel's handle.
template <typename Launch>
int observed(const char* name, const void* function, void** arguments, const Configuration& configuration, Launch launch) {
  Observer& observer = observe::observer();
  if (!observer.active) return launch();
  const std::lock_guard lock(in_turn());
  ++observer.calls[name];
  const std::uint64_t number = observer.launches++;
  observer.keeper.launch_begins(number, function, arguments, configuration.stream);
  report::Json call = observer.begin_call(name);
  const std::string kernel = observer.kernel_name(function);
  const std::optional<void*> begin = observer.timer.begin(function, configuration.stream);
  const int error = launch();
  finish_at_exit();
  observer.journal.write({{"event", "launch"},
                          {"number", number},
                          {"call", call["call"]},
                          {"kernel", ptx::demangled_name(kernel)},
                          {"stream", observer.number_of(configuration.stream)},
                          {"launch",
                           {{"grid", runtime::json_of(configuration.grid)},
                            {"block", runtime::json_of(configuration.block)},
                            {"shared", configuration.dynamic_shared}}},
                          {"error", error != success ? real().get_error_name(error) : ""},
                          {"timed", begin.has_value()}});
  if (observer.keeper.active()) {
    call["launch"] = number;
    call["stream"] = observer.number_of(configuration.stream);
    observer.end_call(std::move(call), error);
  }
  if (begin && error == success) observer.timer.end(number, *begin, configuration.stream);
  if (begin && error != success) observer.timer.discard(*begin);
  return error;
}

/// The default stream of a program that is compiled with a default stream per thread.
void* per_thread(void* stream) { return stream != nullptr ? stream : reinterpret_cast<void*>(std::uintptr_t{2}); }

using PlainLaunch = RealFunction<int(const void*, base::Dim3, base::Dim3, void**, std::size_t, void*)>;
using ConfiguredLaunch = RealFunction<int(const LaunchConfiguration*, const void*, void**)>;

int plain(const char* name, const PlainLaunch& real, const void* function, const base::Dim3& grid, const base::Dim3& block,
          void** arguments, std::size_t dynamic_shared, void* stream, void* measured_in) {
  return observed(name, function, arguments, {grid, block, dynamic_shared, measured_in},
                  [&] { return real(function, grid, block, arguments, dynamic_shared, stream); });
}

int configured(const ConfiguredLaunch& real, const LaunchConfiguration* configuration, const void* function, void** arguments,
               bool of_thread) {
  if (configuration == nullptr) return real(configuration, function, arguments);
  void* const stream = of_thread ? per_thread(configuration->stream) : configuration->stream;
  return observed("cudaLaunchKernelExC", function, arguments,
                  {configuration->grid, configuration->block, configuration->dynamic_shared, stream},
                  [&] { return real(configuration, function, arguments); });
}

}  // namespace

WARPLENS_EXPORT int cudaLaunchKernel(const void* function, base::Dim3 grid, base::Dim3 block, void** arguments,
                                     std::size_t dynamic_shared, void* stream) {
  static const PlainLaunch real("cudaLaunchKernel");
  return plain("cudaLaunchKernel", real, function, grid, block, arguments, dynamic_shared, stream, stream);
}
WARPLENS_EXPORT int cudaLaunchKernel_ptsz(const void* function, base::Dim3 grid, base::Dim3 block, void** arguments,
                                          std::size_t dynamic_shared, void* stream) {
  static const PlainLaunch real("cudaLaunchKernel_ptsz");
  return plain("cudaLaunchKernel", real, function, grid, block, arguments, dynamic_shared, stream, per_thread(stream));
}
// What nvcc 13 makes of <<< >>>: with the kernel's handle.
WARPLENS_EXPORT int __cudaLaunchKernel(const void* kernel, base::Dim3 grid, base::Dim3 block, void** arguments,
                                       std::size_t dynamic_shared, void* stream) {
  static const PlainLaunch real("__cudaLaunchKernel");
  return plain("cudaLaunchKernel", real, kernel, grid, block, arguments, dynamic_shared, stream, stream);
}
WARPLENS_EXPORT int __cudaLaunchKernel_ptsz(const void* kernel, base::Dim3 grid, base::Dim3 block, void** arguments,
                                            std::size_t dynamic_shared, void* stream) {
  static const PlainLaunch real("__cudaLaunchKernel_ptsz");
  return plain("cudaLaunchKernel", real, kernel, grid, block, arguments, dynamic_shared, stream, per_thread(stream));
}

WARPLENS_EXPORT int cudaLaunchCooperativeKernel(const void* function, base::Dim3 grid, base::Dim3 block, void** arguments,
                                                std::size_t dynamic_shared, void* stream) {
  static const PlainLaunch real("cudaLaunchCooperativeKernel");
  return plain("cudaLaunchCooperativeKernel", real, function, grid, block, arguments, dynamic_shared, stream, stream);
}
WARPLENS_EXPORT int cudaLaunchCooperativeKernel_ptsz(const void* function, base::Dim3 grid, base::Dim3 block, void** arguments,
                                                     std::size_t dynamic_shared, void* stream) {
  static const PlainLaunch real("cudaLaunchCooperativeKernel_ptsz");
  return plain("cudaLaunchCooperativeKernel", real, function, grid, block, arguments, dynamic_shared, stream, per_thread(stream));
}

WARPLENS_EXPORT int cudaLaunchKernelExC(const LaunchConfiguration* configuration, const void* function, void** arguments) {
  static const ConfiguredLaunch real("cudaLaunchKernelExC");
  return configured(real, configuration, function, arguments, false);
}
WARPLENS_EXPORT int cudaLaunchKernelExC_ptsz(const LaunchConfiguration* configuration, const void* function, void** arguments) {
  static const ConfiguredLaunch real("cudaLaunchKernelExC_ptsz");
  return configured(real, configuration, function, arguments, true);
}

}  // namespace warplens::observe
