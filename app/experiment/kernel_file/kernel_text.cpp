#include "experiment/kernel_file/kernel_text.h"

#include "base/file.h"
#include "ptx/compile/source_files.h"

namespace warplens::experiment {

base::Result<std::string> read_kernel(const std::filesystem::path& file) { return base::read_text(file, 16 << 20, "a kernel"); }

std::string headers_of(const std::filesystem::path& source) {
  constexpr std::size_t most = std::size_t{4} << 20;
  const auto sources = ptx::read_sources({source});
  std::string text;
  for (std::size_t k = sources ? sources->files.size() : 0; k > 1; --k) text += sources->files[k - 1].text + "\n";
  return text.size() <= most ? text : "";
}

}  // namespace warplens::experiment
