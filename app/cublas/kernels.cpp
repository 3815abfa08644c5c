#include "cublas/kernels.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>

#include "cublas/kernel_texts.h"

namespace warplens::cublas {
namespace {

constexpr std::uint32_t workspace_parts = 64, doubles_of_part = 256;

struct Loaded {
  std::array<std::optional<std::size_t>, 4> modules;  ///< by Source: numbers in runtime::Kernels
  std::map<std::string, const void*> kernels;         ///< their handles, by name
};

/// Never destroyed, as the program's state.
Loaded& loaded() {
  static Loaded* const kept = std::make_unique<Loaded>().release();
  return *kept;
}

const char* text_of(Source source) {
  switch (source) {
    case Source::vectors:
      return vectors_ptx;
    case Source::reductions:
      return reductions_ptx;
    case Source::matrices:
      return matrices_ptx;
    case Source::products:
      return products_ptx;
  }
  return "";
}

base::Result<std::size_t> module_of(Source source) {
  std::optional<std::size_t>& module = loaded().modules[static_cast<std::size_t>(source)];
  if (!module) {
    const auto number = cudart::program().kernels.add_module(text_of(source), runtime::library_ptx);
    if (!number) return number.error();
    module = *number;
  }
  return *module;
}

base::Result<const void*> kernel_handle(const Kernel& kernel) {
  const auto known = loaded().kernels.find(kernel.name);
  if (known != loaded().kernels.end()) return known->second;
  const auto module = module_of(kernel.source);
  if (!module) return module.error();
  const auto found = cudart::program().kernels.kernel_called(*module, kernel.name);
  if (!found) return found.error();
  return loaded().kernels[kernel.name] = runtime::Kernels::handle_of(**found);
}

}  // namespace

cublasStatus_t launch_with(void** arguments, const char* function, const Kernel& kernel, cudaStream_t stream, bool is_part) {
  const std::lock_guard lock(cudart::calls_in_turn());
  const auto handle = kernel_handle(kernel);
  if (!handle) return refused(function, CUBLAS_STATUS_INTERNAL_ERROR, base::describe(handle.error()));
  if (is_part) cudart::next_call_is_part();
  return status_of_launch(cudart::launch_kernel(function, *handle, {kernel.grid, kernel.block, 0, stream}, arguments));
}

std::uint32_t blocks_for(long long count, long long size, std::uint32_t most) {
  return static_cast<std::uint32_t>(std::clamp((count + size - 1) / size, 1LL, static_cast<long long>(most)));
}

Workspace workspace_of(cudaStream_t stream) {
  const std::lock_guard lock(cudart::calls_in_turn());
  runtime::Program& program = cudart::program();
  const auto module = module_of(Source::reductions);
  runtime::Allocation* const whole = module ? program.kernels.variable_named(*module, "cublas_workspace") : nullptr;
  if (whole == nullptr) return {};
  const std::uint32_t part = cudart::stream_of(program, stream).value_or(0) % workspace_parts;
  double* const begin = static_cast<double*>(whole->pointer) + std::size_t{part} * doubles_of_part;
  return {begin, begin + 2 * Workspace::max_blocks};
}

}  // namespace warplens::cublas
