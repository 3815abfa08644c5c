#include "cudart/process.h"
#include "cudart/types.h"

// What the compiler's code calls before main(): the fat binaries of the program, with their kernels and variables.

namespace warplens::cudart {
namespace {

std::size_t image_of(void** handle) { return reinterpret_cast<std::uintptr_t>(handle) - 1; }

}  // namespace

WARPLENS_EXPORT void** __cudaRegisterFatBinary(void* binary) {
  const std::lock_guard lock(calls_in_turn());
  return reinterpret_cast<void**>(program().kernels.add_image(binary) + 1);
}

WARPLENS_EXPORT void __cudaRegisterFatBinaryEnd(void**) {
  const std::lock_guard lock(calls_in_turn());
  if (const base::Status loaded = program().kernels.load_managed(); !loaded)
    std::fprintf(stderr, "%s\n", base::describe(loaded.error()).c_str());
}

WARPLENS_EXPORT void __cudaUnregisterFatBinary(void**) {}
WARPLENS_EXPORT char __cudaInitModule(void**) { return 1; }

WARPLENS_EXPORT void __cudaRegisterFunction(void** handle, const char* host, char*, const char* name, int, void*, void*, void*,
                                            void*, int*) {
  const std::lock_guard lock(calls_in_turn());
  program().kernels.add_kernel(image_of(handle), host, name);
}

WARPLENS_EXPORT void __cudaRegisterVar(void** handle, char* host, char*, const char* name, int, std::size_t, int, int) {
  const std::lock_guard lock(calls_in_turn());
  program().kernels.add_variable(image_of(handle), host, name, false);
}

WARPLENS_EXPORT void __cudaRegisterManagedVar(void** handle, void** host, char*, const char* name, int, std::size_t, int, int) {
  const std::lock_guard lock(calls_in_turn());
  program().kernels.add_variable(image_of(handle), host, name, true);
}

/// Of a program that clang has compiled with our headers: where its managed variables are.
WARPLENS_EXPORT void __cudaRegisterManagedSection(std::byte* begin, std::byte* end) {
  const std::lock_guard lock(calls_in_turn());
  program().kernels.add_managed_section({begin, end});
}

}  // namespace warplens::cudart
