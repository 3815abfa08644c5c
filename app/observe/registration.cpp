#include "observe/observer.h"
#include "observe/real_runtime.h"

// What the compiler's code calls before main() and before a kernel's first launch: the names of kernels, their code, and
// variables.

namespace warplens::observe {
namespace {

using GetKernel = RealFunction<int(void**, const void*)>;

/// The handle of the kernel that `function` launches stands for the same kernel.
int handle_of(const GetKernel& real, void** kernel, const void* function) {
  const int error = real(kernel, function);
  const std::lock_guard lock(in_turn());
  auto& kernels = observer().kernels;
  const auto known = kernels.find(function);
  if (error == success && known != kernels.end()) kernels[*kernel] = std::string(known->second);
  if (error == success) observer().keeper.add_handle(*kernel, function);
  return error;
}

}  // namespace

WARPLENS_EXPORT void** __cudaRegisterFatBinary(void* binary) {
  static const RealFunction<void**(void*)> real("__cudaRegisterFatBinary");
  void** const handle = real(binary);
  const std::lock_guard lock(in_turn());
  if (observer().keeper.active()) observer().keeper.add_image(handle, binary);
  return handle;
}

WARPLENS_EXPORT void __cudaRegisterVar(void** handle, char* host, char* address, const char* name, int external,
                                       std::size_t bytes, int constant, int global) {
  static const RealFunction<void(void**, char*, char*, const char*, int, std::size_t, int, int)> real("__cudaRegisterVar");
  {
    const std::lock_guard lock(in_turn());
    if (observer().keeper.active()) observer().keeper.add_variable(handle, host, name, bytes);
  }
  real(handle, host, address, name, external, bytes, constant, global);
}

WARPLENS_EXPORT void __cudaRegisterManagedVar(void** handle, void** host, char* address, const char* name, int external,
                                              std::size_t bytes, int constant, int global) {
  static const RealFunction<void(void**, void**, char*, const char*, int, std::size_t, int, int)> real(
      "__cudaRegisterManagedVar");
  {
    const std::lock_guard lock(in_turn());
    if (observer().keeper.active()) observer().keeper.add_variable(handle, host, name, bytes);
  }
  real(handle, host, address, name, external, bytes, constant, global);
}

WARPLENS_EXPORT void __cudaRegisterFunction(void** handle, const char* host, char* device_function, const char* name, int threads,
                                            void* thread_id, void* block_id, void* block_size, void* grid_size, int* warp_size) {
  static const RealFunction<void(void**, const char*, char*, const char*, int, void*, void*, void*, void*, int*)> real(
      "__cudaRegisterFunction");
  {
    const std::lock_guard lock(in_turn());
    if (observer().active) observer().kernels[host] = name;
    if (observer().keeper.active()) observer().keeper.add_kernel(handle, host, name);
  }
  real(handle, host, device_function, name, threads, thread_id, block_id, block_size, grid_size, warp_size);
}

WARPLENS_EXPORT int __cudaGetKernel(void** kernel, const void* function) {
  static const GetKernel real("__cudaGetKernel");
  return handle_of(real, kernel, function);
}
WARPLENS_EXPORT int cudaGetKernel(void** kernel, const void* function) {
  static const GetKernel real("cudaGetKernel");
  return handle_of(real, kernel, function);
}

}  // namespace warplens::observe
