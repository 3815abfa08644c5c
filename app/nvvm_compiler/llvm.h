#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warplens::nvvm_compiler {

// LLVM's C interface, as far as it is used here (llvm-c/*.h of LLVM 14 to 20). It is declared here since LLVM is loaded at run
// time: the build needs none, and whoever has no LLVM can use everything else.

struct LlvmContext;
struct LlvmModule;
struct LlvmValue;
struct LlvmAttribute;
struct LlvmBuffer;
struct LlvmTarget;
struct LlvmMachine;
struct LlvmLayout;
struct LlvmPassOptions;
struct LlvmError;
struct LlvmDiagnostic;
struct LlvmUse;
struct LlvmBlock;
struct LlvmBuilder;
struct LlvmType;
struct LlvmMetadata;

/// A function of LLVM's library, with its name and type.
#define WARPLENS_LLVM_FUNCTIONS(F)                                                                                        \
  F(LLVMInitializeNVPTXTargetInfo, void, ())                                                                              \
  F(LLVMInitializeNVPTXTarget, void, ())                                                                                  \
  F(LLVMInitializeNVPTXTargetMC, void, ())                                                                                \
  F(LLVMInitializeNVPTXAsmPrinter, void, ())                                                                              \
  F(LLVMParseCommandLineOptions, void, (int count, const char* const* words, const char* overview))                       \
  F(LLVMContextCreate, LlvmContext*, ())                                                                                  \
  F(LLVMContextSetDiagnosticHandler, void, (LlvmContext*, void (*handler)(LlvmDiagnostic*, void*), void* state))          \
  F(LLVMGetDiagInfoDescription, char*, (LlvmDiagnostic*))                                                                 \
  F(LLVMGetDiagInfoSeverity, int, (LlvmDiagnostic*))                                                                      \
  F(LLVMCreateMemoryBufferWithMemoryRangeCopy, LlvmBuffer*, (const char* data, std::size_t bytes, const char* name))      \
  F(LLVMParseIRInContext, int, (LlvmContext*, LlvmBuffer*, LlvmModule * *module, char** message))                         \
  F(LLVMVerifyModule, int, (LlvmModule*, int action, char** message))                                                     \
  F(LLVMLinkModules2, int, (LlvmModule * to, LlvmModule * from))                                                          \
  F(LLVMSetTarget, void, (LlvmModule*, const char* triple))                                                               \
  F(LLVMSetModuleDataLayout, void, (LlvmModule*, LlvmLayout*))                                                            \
  F(LLVMGetFirstFunction, LlvmValue*, (LlvmModule*))                                                                      \
  F(LLVMGetNextFunction, LlvmValue*, (LlvmValue*))                                                                        \
  F(LLVMGetFirstGlobal, LlvmValue*, (LlvmModule*))                                                                        \
  F(LLVMDeleteGlobal, void, (LlvmValue*))                                                                                 \
  F(LLVMGetNextGlobal, LlvmValue*, (LlvmValue*))                                                                          \
  F(LLVMGetFirstBasicBlock, LlvmBlock*, (LlvmValue * function))                                                           \
  F(LLVMGetNextBasicBlock, LlvmBlock*, (LlvmBlock*))                                                                      \
  F(LLVMGetFirstInstruction, LlvmValue*, (LlvmBlock*))                                                                    \
  F(LLVMGetNextInstruction, LlvmValue*, (LlvmValue*))                                                                     \
  F(LLVMGetFirstUse, LlvmUse*, (LlvmValue*))                                                                              \
  F(LLVMGetNextUse, LlvmUse*, (LlvmUse*))                                                                                 \
  F(LLVMGetUser, LlvmValue*, (LlvmUse*))                                                                                  \
  F(LLVMIsACallInst, LlvmValue*, (LlvmValue*))                                                                            \
  F(LLVMIsAInlineAsm, LlvmValue*, (LlvmValue*))                                                                           \
  F(LLVMGetCalledValue, LlvmValue*, (LlvmValue * call))                                                                   \
  F(LLVMGetOperand, LlvmValue*, (LlvmValue*, unsigned index))                                                             \
  F(LLVMTypeOf, LlvmType*, (LlvmValue*))                                                                                  \
  F(LLVMCreateBuilderInContext, LlvmBuilder*, (LlvmContext*))                                                             \
  F(LLVMPositionBuilderBefore, void, (LlvmBuilder*, LlvmValue * instruction))                                             \
  F(LLVMBuildAddrSpaceCast, LlvmValue*, (LlvmBuilder*, LlvmValue*, LlvmType*, const char* name))                          \
  F(LLVMReplaceAllUsesWith, void, (LlvmValue * old, LlvmValue * replacement))                                             \
  F(LLVMInstructionEraseFromParent, void, (LlvmValue*))                                                                   \
  F(LLVMAddCallSiteAttribute, void, (LlvmValue * call, unsigned index, LlvmAttribute*))                                   \
  F(LLVMGetNamedFunction, LlvmValue*, (LlvmModule*, const char* name))                                                    \
  F(LLVMGetValueName2, const char*, (LlvmValue*, std::size_t * bytes))                                                    \
  F(LLVMSetValueName2, void, (LlvmValue*, const char* name, std::size_t bytes))                                           \
  F(LLVMIsDeclaration, int, (LlvmValue*))                                                                                 \
  F(LLVMSetLinkage, void, (LlvmValue*, int linkage))                                                                      \
  F(LLVMGetEnumAttributeKindForName, unsigned, (const char* name, std::size_t bytes))                                     \
  F(LLVMCreateEnumAttribute, LlvmAttribute*, (LlvmContext*, unsigned kind, unsigned long value))                          \
  F(LLVMCreateStringAttribute, LlvmAttribute*,                                                                            \
    (LlvmContext*, const char* key, unsigned key_bytes, const char* value, unsigned value_bytes))                         \
  F(LLVMAddAttributeAtIndex, void, (LlvmValue*, unsigned index, LlvmAttribute*))                                          \
  F(LLVMRemoveStringAttributeAtIndex, void, (LlvmValue*, unsigned index, const char* key, unsigned bytes))                \
  F(LLVMRemoveEnumAttributeAtIndex, void, (LlvmValue*, unsigned index, unsigned kind))                                    \
  F(LLVMIsAFunction, LlvmValue*, (LlvmValue*))                                                                            \
  F(LLVMGetSubprogram, LlvmMetadata*, (LlvmValue * function))                                                             \
  F(LLVMSetSubprogram, void, (LlvmValue * function, LlvmMetadata * subprogram))                                           \
  F(LLVMGetTargetFromTriple, int, (const char* triple, LlvmTarget** target, char** message))                              \
  F(LLVMCreateTargetMachine, LlvmMachine*,                                                                                \
    (LlvmTarget*, const char* triple, const char* cpu, const char* features, int level, int relocation, int code_model))  \
  F(LLVMCreateTargetDataLayout, LlvmLayout*, (LlvmMachine*))                                                              \
  F(LLVMCreatePassBuilderOptions, LlvmPassOptions*, ())                                                                   \
  F(LLVMRunPasses, LlvmError*, (LlvmModule*, const char* passes, LlvmMachine*, LlvmPassOptions*))                         \
  F(LLVMGetErrorMessage, char*, (LlvmError*))                                                                             \
  F(LLVMTargetMachineEmitToMemoryBuffer, int, (LlvmMachine*, LlvmModule*, int type, char** message, LlvmBuffer** output)) \
  F(LLVMGetBufferStart, const char*, (LlvmBuffer*))                                                                       \
  F(LLVMGetBufferSize, std::size_t, (LlvmBuffer*))

/// A library of LLVM, loaded. What it makes stays until the process ends, which compiles one program.
struct Llvm {
  std::string name;                  ///< "LLVM 14"
  unsigned newest_architecture = 0;  ///< the last that its NVPTX target knows
#define WARPLENS_LLVM_MEMBER(function, result, parameters) result(*function) parameters = nullptr;
  WARPLENS_LLVM_FUNCTIONS(WARPLENS_LLVM_MEMBER)
#undef WARPLENS_LLVM_MEMBER
};

/// Index of the attributes of a function itself, as opposed to those of its parameters.
constexpr unsigned function_index = ~0u;

std::vector<LlvmValue*> functions_of(const Llvm& llvm, LlvmModule* module);
std::vector<LlvmValue*> variables_of(const Llvm& llvm, LlvmModule* module);
std::string name_of(const Llvm& llvm, LlvmValue* value);

/// A library of LLVM that may be on this computer.
struct LlvmLibrary {
  const char *name, *file;
  unsigned newest_architecture;
};
/// Those that are known, in the order in which they should be tried: LLVM 14 to 16 read IR with typed pointers, 15 and later IR
/// with opaque ones.
std::span<const LlvmLibrary> llvm_libraries();

/// Nothing where there is no such library, or where it lacks the NVPTX target.
std::optional<Llvm> load(const LlvmLibrary& library);

}  // namespace warplens::nvvm_compiler
