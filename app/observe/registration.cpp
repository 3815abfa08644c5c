#include "observe/observer.h"
#include "observe/real_runtime.h"

// What the compiler's code calls before main() and before a kernel's first launch: the names of kernels, their code, and
// variables.

namespace warplens::observe {
namespace {

/// The handle of the kernel that `host` launches stands for the same kernel.
template <auto function>
cudaError_t handle_of(void** kernel, const void* host) {
  const cudaError_t error = real<function>(kernel, host);
  const std::lock_guard lock(in_turn());
  auto& kernels = observer().kernels;
  const auto known = kernels.find(host);
  if (error == cudaSuccess && known != kernels.end()) kernels[*kernel] = std::string(known->second);
  if (error == cudaSuccess) observer().keeper.add_handle(*kernel, host);
  return error;
}

void add_variable(void** image, const void* host, const char* name, size_t bytes) {
  const std::lock_guard lock(in_turn());
  if (observer().keeper.active()) observer().keeper.add_variable(image, host, name, bytes);
}

}  // namespace
}  // namespace warplens::observe

using namespace warplens::observe;

void** __cudaRegisterFatBinary(void* binary) {
  void** const image = real<__cudaRegisterFatBinary>(binary);
  const std::lock_guard lock(in_turn());
  if (observer().keeper.active()) observer().keeper.add_image(image, binary);
  return image;
}

void __cudaRegisterVar(void** image, char* host, char* address, const char* name, int external, size_t bytes, int constant,
                       int global) {
  add_variable(image, host, name, bytes);
  real<__cudaRegisterVar>(image, host, address, name, external, bytes, constant, global);
}

void __cudaRegisterManagedVar(void** image, void** host, char* address, const char* name, int external, size_t bytes,
                              int constant, int global) {
  add_variable(image, host, name, bytes);
  real<__cudaRegisterManagedVar>(image, host, address, name, external, bytes, constant, global);
}

void __cudaRegisterFunction(void** image, const char* host, char* function, const char* name, int threads, void* thread,
                            void* block, void* block_size, void* grid_size, int* warp_size) {
  {
    const std::lock_guard lock(in_turn());
    if (observer().active) observer().kernels[host] = name;
    if (observer().keeper.active()) observer().keeper.add_kernel(image, host, name);
  }
  real<__cudaRegisterFunction>(image, host, function, name, threads, thread, block, block_size, grid_size, warp_size);
}

cudaError_t __cudaGetKernel(void** kernel, const void* function) { return handle_of<__cudaGetKernel>(kernel, function); }
cudaError_t cudaGetKernel(void** kernel, const void* function) { return handle_of<cudaGetKernel>(kernel, function); }
