#include "ptx/compile/source_kind.h"

#include <utility>

#include "ptx/nvvm/nvvm.h"

namespace warplens::ptx {

bool is_kernel_source(const std::filesystem::path& file) { return file.extension() == ".cu" || is_compiled_source(file); }

bool is_compiled_source(const std::filesystem::path& file) { return file.extension() == ".ptx" || file.extension() == ".ll"; }

base::Result<std::string> ptx_of(const std::filesystem::path& file, std::string text) {
  if (file.extension() == ".ll") return nvvm::to_ptx(text, file.string());
  return text;
}

}  // namespace warplens::ptx
