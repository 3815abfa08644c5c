#include "ptx/compile/no_compiler.h"

// In place of no_compiler.cpp in a page.

namespace warplens::ptx {

std::string no_compiler(const std::filesystem::path& source) {
  const std::string name = source.filename().string();
  return "a page has no compiler for CUDA C++: on a computer with Warplens, 'warplens compile " + name +
         "' makes a .ptx of it. Drop that here";
}

}  // namespace warplens::ptx
