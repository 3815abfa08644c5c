#pragma once

#include <stddef.h>

// The C interface of libNVVM, as its callers know it (NVIDIA, "libNVVM API v2.0"): it compiles NVVM IR, a dialect of LLVM's, to
// PTX. Numba loads it by name. library.cpp defines these functions; each returns a reason, and nothing is thrown.

#pragma GCC visibility push(default)
extern "C" {

typedef enum {
  NVVM_SUCCESS = 0,
  NVVM_ERROR_OUT_OF_MEMORY = 1,
  NVVM_ERROR_PROGRAM_CREATION_FAILURE = 2,
  NVVM_ERROR_IR_VERSION_MISMATCH = 3,
  NVVM_ERROR_INVALID_INPUT = 4,
  NVVM_ERROR_INVALID_PROGRAM = 5,
  NVVM_ERROR_INVALID_IR = 6,
  NVVM_ERROR_INVALID_OPTION = 7,
  NVVM_ERROR_NO_MODULE_IN_PROGRAM = 8,
  NVVM_ERROR_COMPILATION = 9,
} nvvmResult;

typedef struct _nvvmProgram* nvvmProgram;

const char* nvvmGetErrorString(nvvmResult result);
/// The version of the interface, 2.0.
nvvmResult nvvmVersion(int* major, int* minor);
/// The versions of the IR (2.0, which has what 1.6 has) and of its debug metadata that callers should write.
nvvmResult nvvmIRVersion(int* majorIR, int* minorIR, int* majorDbg, int* minorDbg);

nvvmResult nvvmCreateProgram(nvvmProgram* program);
nvvmResult nvvmDestroyProgram(nvvmProgram* program);
/// Add a module, as text or bitcode, of `size` bytes. `name`, which messages show, may be null.
nvvmResult nvvmAddModuleToProgram(nvvmProgram program, const char* buffer, size_t size, const char* name);
/// Add a module from which only those functions are taken that the others call.
nvvmResult nvvmLazyAddModuleToProgram(nvvmProgram program, const char* buffer, size_t size, const char* name);

/// Compile to PTX. `options`: see nvvm_compiler/options.h. On failure the log says why.
nvvmResult nvvmCompileProgram(nvvmProgram program, int numOptions, const char** options);
/// Read the modules and check their structure, without compiling them.
nvvmResult nvvmVerifyProgram(nvvmProgram program, int numOptions, const char** options);

/// Sizes in bytes, with the 0 at the end; the buffers must be as large.
nvvmResult nvvmGetCompiledResultSize(nvvmProgram program, size_t* bufferSizeRet);
nvvmResult nvvmGetCompiledResult(nvvmProgram program, char* buffer);
nvvmResult nvvmGetProgramLogSize(nvvmProgram program, size_t* bufferSizeRet);
nvvmResult nvvmGetProgramLog(nvvmProgram program, char* buffer);
}
#pragma GCC visibility pop
