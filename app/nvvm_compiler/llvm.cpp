#include "nvvm_compiler/llvm.h"

#include <dlfcn.h>

namespace warplens::nvvm_compiler {
namespace {

/// As Debian and Ubuntu name the files. The architectures: llvm/lib/Target/NVPTX/NVPTX.td of each release.
constexpr LlvmLibrary libraries[] = {
    {"LLVM 14", "libLLVM-14.so.1", 86},  {"LLVM 15", "libLLVM-15.so.1", 86}, {"LLVM 16", "libLLVM-16.so.1", 90},
    {"LLVM 17", "libLLVM-17.so.1", 90},  {"LLVM 18", "libLLVM.so.18.1", 90}, {"LLVM 19", "libLLVM.so.19.1", 90},
    {"LLVM 20", "libLLVM.so.20.1", 120},
};

}  // namespace

std::vector<LlvmValue*> functions_of(const Llvm& llvm, LlvmModule* module) {
  std::vector<LlvmValue*> all;
  for (LlvmValue* function = llvm.LLVMGetFirstFunction(module); function != nullptr;
       function = llvm.LLVMGetNextFunction(function))
    all.push_back(function);
  return all;
}

std::vector<LlvmValue*> variables_of(const Llvm& llvm, LlvmModule* module) {
  std::vector<LlvmValue*> all;
  for (LlvmValue* variable = llvm.LLVMGetFirstGlobal(module); variable != nullptr; variable = llvm.LLVMGetNextGlobal(variable))
    all.push_back(variable);
  return all;
}

std::string name_of(const Llvm& llvm, LlvmValue* value) {
  std::size_t bytes = 0;
  const char* const name = llvm.LLVMGetValueName2(value, &bytes);
  return {name, bytes};
}

std::span<const LlvmLibrary> llvm_libraries() { return libraries; }

std::optional<Llvm> load(const LlvmLibrary& library) {
  void* const file = ::dlopen(library.file, RTLD_NOW | RTLD_LOCAL);
  if (file == nullptr) return std::nullopt;
  Llvm llvm{.name = library.name, .newest_architecture = library.newest_architecture};
#define WARPLENS_LLVM_LOAD(function, result, parameters)                            \
  llvm.function = reinterpret_cast<result(*) parameters>(::dlsym(file, #function)); \
  if (llvm.function == nullptr) return std::nullopt;
  WARPLENS_LLVM_FUNCTIONS(WARPLENS_LLVM_LOAD)
#undef WARPLENS_LLVM_LOAD
  return llvm;
}

}  // namespace warplens::nvvm_compiler
