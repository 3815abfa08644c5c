#include "desk/editing/dropped_files.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "experiment/kernel_file/kernel_source.h"

namespace warplens::desk {
namespace {

namespace fs = std::filesystem;

template <std::size_t Count>
bool ends_with(const fs::path& file, const std::array<std::string_view, Count>& endings) {
  const std::string ending = file.extension().string();
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

bool is_source(const fs::path& file) { return ends_with(file, std::to_array<std::string_view>({".cu", ".cpp", ".cc", ".c"})); }
bool is_header(const fs::path& file) { return ends_with(file, std::to_array<std::string_view>({".h", ".cuh", ".hpp", ".inc"})); }
bool has_main(const fs::path& source) {
  const auto text = experiment::read_kernel(source);
  return text && experiment::defines_main(*text);
}

}  // namespace

DroppedFiles sort_out(const std::vector<fs::path>& files) {
  std::vector<fs::path> sources, others;
  for (const fs::path& file : files)
    if (!is_header(file)) (is_source(file) ? sources : others).push_back(file);
  if (sources.empty() && others.empty()) return {{}, files};
  if (sources.size() > 1 && std::count_if(sources.begin(), sources.end(), has_main) == 1) {
    std::stable_partition(sources.begin(), sources.end(), has_main);
    return {std::move(sources), std::move(others)};
  }
  std::move(sources.begin(), sources.end(), std::back_inserter(others));
  return {{}, std::move(others)};
}

}  // namespace warplens::desk
