#include "desk/editing/dropped_files.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

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
  std::vector<fs::path> opened, with_main, other_sources, rest;
  for (const fs::path& file : files) {
    if (is_header(file)) continue;
    opened.push_back(file);
    (!is_source(file) ? rest : has_main(file) ? with_main : other_sources).push_back(file);
  }
  if (opened.empty()) return {{}, files};
  if (with_main.size() != 1 || other_sources.empty()) return {{}, std::move(opened)};
  std::vector<fs::path> program = std::move(with_main);
  program.insert(program.end(), other_sources.begin(), other_sources.end());
  return {std::move(program), std::move(rest)};
}

}  // namespace warplens::desk
