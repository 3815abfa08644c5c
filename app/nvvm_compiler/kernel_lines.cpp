#include "nvvm_compiler/kernel_lines.h"

#include <string_view>

namespace warplens::nvvm_compiler {
namespace {

/// The function that a call calls, if nothing else uses it.
LlvmValue* sole_callee(const Llvm& llvm, LlvmValue* instruction) {
  if (llvm.LLVMIsACallInst(instruction) == nullptr) return nullptr;
  LlvmValue* const callee = llvm.LLVMIsAFunction(llvm.LLVMGetCalledValue(instruction));
  LlvmUse* const use = callee != nullptr ? llvm.LLVMGetFirstUse(callee) : nullptr;
  return use != nullptr && llvm.LLVMGetNextUse(use) == nullptr ? callee : nullptr;
}

/// The only function with lines that a function without lines calls.
LlvmValue* function_behind(const Llvm& llvm, LlvmValue* kernel) {
  LlvmValue* found = nullptr;
  for (LlvmBlock* block = llvm.LLVMGetFirstBasicBlock(kernel); block != nullptr; block = llvm.LLVMGetNextBasicBlock(block)) {
    for (LlvmValue* instruction = llvm.LLVMGetFirstInstruction(block); instruction != nullptr;
         instruction = llvm.LLVMGetNextInstruction(instruction)) {
      LlvmValue* const callee = sole_callee(llvm, instruction);
      if (callee == nullptr || llvm.LLVMIsDeclaration(callee) || llvm.LLVMGetSubprogram(callee) == nullptr) continue;
      if (found != nullptr) return nullptr;
      found = callee;
    }
  }
  return found;
}

}  // namespace

void give_lines_to_kernels(const Llvm& llvm, LlvmModule* module) {
  constexpr std::string_view noinline_name = "noinline";
  const unsigned noinline_kind = llvm.LLVMGetEnumAttributeKindForName(noinline_name.data(), noinline_name.size());
  for (LlvmValue* const function : functions_of(llvm, module)) {
    llvm.LLVMRemoveEnumAttributeAtIndex(function, function_index, noinline_kind);
    if (llvm.LLVMIsDeclaration(function) || llvm.LLVMGetSubprogram(function) != nullptr) continue;
    LlvmValue* const behind = function_behind(llvm, function);
    if (behind == nullptr) continue;
    llvm.LLVMSetSubprogram(function, llvm.LLVMGetSubprogram(behind));
    llvm.LLVMSetSubprogram(behind, nullptr);
  }
}

}  // namespace warplens::nvvm_compiler
