#include "ptx/compile/no_compiler.h"

// In place of no_compiler.cpp in a page.

namespace warplens::ptx {

std::string no_compiler(const std::filesystem::path& source) {
  const std::string name = source.filename().string();
  return "this page came without a compiler for CUDA C++: open it from 'warplens serve', or drop the .ptx that 'warplens "
         "compile " +
         name + "' makes";
}

}  // namespace warplens::ptx
