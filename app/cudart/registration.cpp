#include <utility>
#include <vector>

#include "cudart/process.h"

// What the compiler's code calls before main(): the fat binaries of the program, with their kernels and variables.

namespace warplens::cudart {
namespace {

/// The objects of relocatable code that have come so far, until all have.
struct LinkedBinaries {
  std::vector<const void*> binaries;
  std::vector<void (*)(void**)> registers;
};
LinkedBinaries& linked_binaries() {
  static LinkedBinaries all;
  return all;
}

std::size_t image_of(void** handle) { return reinterpret_cast<std::uintptr_t>(handle) - 1; }

}  // namespace
}  // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;

void** __cudaRegisterFatBinary(void* binary) {
  const std::lock_guard lock(calls_in_turn());
  return reinterpret_cast<void**>(program().kernels.add_image(binary) + 1);
}

void __cudaRegisterFatBinaryEnd(void**) {
  const std::lock_guard lock(calls_in_turn());
  if (const base::Status loaded = program().kernels.load_managed(); !loaded)
    std::fprintf(stderr, "%s\n", base::describe(loaded.error()).c_str());
}

void __cudaAddLinkedBinary(unsigned of, void* binary, void (*registers)(void**)) {
  const std::lock_guard lock(calls_in_turn());
  LinkedBinaries& all = linked_binaries();
  all.binaries.push_back(binary);
  all.registers.push_back(registers);
  if (all.binaries.size() < of) return;
  const auto handle = reinterpret_cast<void**>(program().kernels.add_relocatable_image(std::exchange(all.binaries, {})) + 1);
  for (void (*const each)(void**) : std::exchange(all.registers, {})) each(handle);
  __cudaRegisterFatBinaryEnd(handle);
}

void __cudaUnregisterFatBinary(void**) {}
char __cudaInitModule(void**) { return 1; }

void __cudaRegisterFunction(void** handle, const char* host, char*, const char* name, int, void*, void*, void*, void*, int*) {
  const std::lock_guard lock(calls_in_turn());
  program().kernels.add_kernel(image_of(handle), host, name);
}

void __cudaRegisterVar(void** handle, char* host, char*, const char* name, int, size_t bytes, int, int) {
  const std::lock_guard lock(calls_in_turn());
  program().kernels.add_variable(image_of(handle), host, name, false);
  program().kernels.remember_shadow({reinterpret_cast<const std::byte*>(host), bytes});
}

void __cudaRegisterManagedVar(void** handle, void** host, char*, const char* name, int, size_t, int, int) {
  const std::lock_guard lock(calls_in_turn());
  program().kernels.add_variable(image_of(handle), host, name, true);
}

/// Of a program that clang has compiled with our headers: where its managed variables are.
void __cudaRegisterManagedSection(void* begin, void* end) {
  const std::lock_guard lock(calls_in_turn());
  program().kernels.add_managed_section({static_cast<std::byte*>(begin), static_cast<std::byte*>(end)});
}
