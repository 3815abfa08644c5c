#include "ptx/compile/clang_headers.h"

#include <algorithm>
#include <system_error>

#include "base/resources.h"

namespace warplens::ptx {

std::filesystem::path clang_headers() { return base::resource_folder() / "app/ptx/compile/clang"; }

std::vector<std::filesystem::path> clang_header_files() {
  std::vector<std::filesystem::path> files;
  std::error_code code;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(clang_headers(), code))
    if (entry.is_regular_file(code)) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

int clang_isa(unsigned architecture) { return architecture >= 90 ? 78 : architecture >= 80 ? 71 : 63; }

}  // namespace warplens::ptx
