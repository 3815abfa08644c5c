#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "nvvm_library/interface.h"
#include "nvvm_library/program.h"

// The functions of libNVVM. A caller's handle is the address of a program. Programs of different threads have nothing in common.

using warplens::nvvm_library::Program;

namespace {

Program* program_of(nvvmProgram handle) { return reinterpret_cast<Program*>(handle); }

nvvmResult add(nvvmProgram program, const char* buffer, size_t size, const char* name, bool lazy) {
  if (program == nullptr) return NVVM_ERROR_INVALID_PROGRAM;
  if (buffer == nullptr || size == 0) return NVVM_ERROR_INVALID_INPUT;
  program_of(program)->add({buffer, size}, name != nullptr ? name : "", lazy);
  return NVVM_SUCCESS;
}

using Step = nvvmResult (Program::*)(const std::vector<std::string>& options);

nvvmResult run(nvvmProgram program, int count, const char** options, Step step) {
  if (program == nullptr) return NVVM_ERROR_INVALID_PROGRAM;
  if (count < 0 || (count > 0 && options == nullptr)) return NVVM_ERROR_INVALID_INPUT;
  return (program_of(program)->*step)({options, options + count});
}

using Text = const std::string& (Program::*)() const;

nvvmResult size_of(nvvmProgram program, size_t* size, Text text) {
  if (program == nullptr) return NVVM_ERROR_INVALID_PROGRAM;
  if (size == nullptr) return NVVM_ERROR_INVALID_INPUT;
  *size = (program_of(program)->*text)().size() + 1;
  return NVVM_SUCCESS;
}

nvvmResult copy(nvvmProgram program, char* buffer, Text text) {
  if (program == nullptr) return NVVM_ERROR_INVALID_PROGRAM;
  if (buffer == nullptr) return NVVM_ERROR_INVALID_INPUT;
  const std::string& content = (program_of(program)->*text)();
  *std::ranges::copy(content, buffer).out = '\0';
  return NVVM_SUCCESS;
}

}  // namespace

const char* nvvmGetErrorString(nvvmResult result) {
  switch (result) {
    case NVVM_SUCCESS:
      return "NVVM_SUCCESS";
    case NVVM_ERROR_OUT_OF_MEMORY:
      return "NVVM_ERROR_OUT_OF_MEMORY";
    case NVVM_ERROR_PROGRAM_CREATION_FAILURE:
      return "NVVM_ERROR_PROGRAM_CREATION_FAILURE";
    case NVVM_ERROR_IR_VERSION_MISMATCH:
      return "NVVM_ERROR_IR_VERSION_MISMATCH";
    case NVVM_ERROR_INVALID_INPUT:
      return "NVVM_ERROR_INVALID_INPUT";
    case NVVM_ERROR_INVALID_PROGRAM:
      return "NVVM_ERROR_INVALID_PROGRAM";
    case NVVM_ERROR_INVALID_IR:
      return "NVVM_ERROR_INVALID_IR";
    case NVVM_ERROR_INVALID_OPTION:
      return "NVVM_ERROR_INVALID_OPTION";
    case NVVM_ERROR_NO_MODULE_IN_PROGRAM:
      return "NVVM_ERROR_NO_MODULE_IN_PROGRAM";
    case NVVM_ERROR_COMPILATION:
      return "NVVM_ERROR_COMPILATION";
  }
  return "not a result of libNVVM";
}

nvvmResult nvvmVersion(int* major, int* minor) {
  if (major == nullptr || minor == nullptr) return NVVM_ERROR_INVALID_INPUT;
  *major = 2;
  *minor = 0;
  return NVVM_SUCCESS;
}

nvvmResult nvvmIRVersion(int* majorIR, int* minorIR, int* majorDbg, int* minorDbg) {
  if (majorIR == nullptr || minorIR == nullptr || majorDbg == nullptr || minorDbg == nullptr) return NVVM_ERROR_INVALID_INPUT;
  *majorIR = 2;
  *minorIR = 0;
  *majorDbg = 3;
  *minorDbg = 1;
  return NVVM_SUCCESS;
}

nvvmResult nvvmCreateProgram(nvvmProgram* program) {
  if (program == nullptr) return NVVM_ERROR_INVALID_INPUT;
  auto made = std::make_unique<Program>();
  *program = reinterpret_cast<nvvmProgram>(made.release());  // until nvvmDestroyProgram()
  return NVVM_SUCCESS;
}

nvvmResult nvvmDestroyProgram(nvvmProgram* program) {
  if (program == nullptr || *program == nullptr) return NVVM_ERROR_INVALID_PROGRAM;
  const std::unique_ptr<Program> ended(program_of(*program));
  *program = nullptr;
  return NVVM_SUCCESS;
}

nvvmResult nvvmAddModuleToProgram(nvvmProgram program, const char* buffer, size_t size, const char* name) {
  return add(program, buffer, size, name, false);
}

nvvmResult nvvmLazyAddModuleToProgram(nvvmProgram program, const char* buffer, size_t size, const char* name) {
  return add(program, buffer, size, name, true);
}

nvvmResult nvvmCompileProgram(nvvmProgram program, int numOptions, const char** options) {
  return run(program, numOptions, options, &Program::compile);
}

nvvmResult nvvmVerifyProgram(nvvmProgram program, int numOptions, const char** options) {
  return run(program, numOptions, options, &Program::verify);
}

nvvmResult nvvmGetCompiledResultSize(nvvmProgram program, size_t* bufferSizeRet) {
  return size_of(program, bufferSizeRet, &Program::ptx);
}

nvvmResult nvvmGetCompiledResult(nvvmProgram program, char* buffer) { return copy(program, buffer, &Program::ptx); }

nvvmResult nvvmGetProgramLogSize(nvvmProgram program, size_t* bufferSizeRet) {
  return size_of(program, bufferSizeRet, &Program::log);
}

nvvmResult nvvmGetProgramLog(nvvmProgram program, char* buffer) { return copy(program, buffer, &Program::log); }
