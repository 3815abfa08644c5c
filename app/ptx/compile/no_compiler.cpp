#include "ptx/compile/no_compiler.h"

namespace warplens::ptx {

std::string no_compiler(const std::filesystem::path&) {
  return "no compiler for CUDA C++ was found: install the CUDA toolkit (nvcc) or clang";
}

}  // namespace warplens::ptx
