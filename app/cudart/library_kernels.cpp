#include "cudart/library_kernels.h"

#include <map>
#include <memory>
#include <utility>

namespace warplens::cudart {
namespace {

struct LibraryModules {
  std::map<const char*, std::size_t> modules;                            ///< numbers in runtime::Kernels, by text
  std::map<std::pair<const char*, std::string>, const void*> kernels{};  ///< handles, by text and name
};

/// Never destroyed, as the program's state.
LibraryModules& library_modules() {
  static LibraryModules* const kept = std::make_unique<LibraryModules>().release();
  return *kept;
}

base::Result<std::size_t> module_of(const char* ptx) {
  const auto known = library_modules().modules.find(ptx);
  if (known != library_modules().modules.end()) return known->second;
  const auto number = program().kernels.add_module(ptx, runtime::library_ptx);
  if (!number) return number.error();
  library_modules().modules.emplace(ptx, *number);
  return *number;
}

base::Result<const void*> handle_of(const LibraryKernel& kernel) {
  const auto known = library_modules().kernels.find({kernel.ptx, kernel.name});
  if (known != library_modules().kernels.end()) return known->second;
  const auto module = module_of(kernel.ptx);
  if (!module) return module.error();
  const auto found = program().kernels.kernel_called(*module, kernel.name);
  if (!found) return found.error();
  return library_modules().kernels[{kernel.ptx, kernel.name}] = runtime::Kernels::handle_of(**found);
}

}  // namespace

cudaError_t launch_library_kernel(const char* function, const LibraryKernel& kernel, const Configuration& configuration,
                                  void** arguments, bool is_part) {
  const std::lock_guard lock(calls_in_turn());
  const auto handle = handle_of(kernel);
  if (is_part) next_call_is_part();
  if (handle) return launch_kernel(function, *handle, configuration, arguments);
  return work(function, [&](runtime::Program& program, const runtime::Call&) {
    program.errors.explain(base::describe(handle.error()));
    return runtime::Status::not_supported;
  });
}

runtime::Allocation* library_variable(const char* ptx, const std::string& name) {
  const auto module = module_of(ptx);
  return module ? program().kernels.variable_named(*module, name) : nullptr;
}

}  // namespace warplens::cudart
