#include "program/host_needs.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/file.h"
#include "ptx/compile/former_names.h"
#include "ptx/compile/source_files.h"

namespace warplens::program {
namespace {

/// Whether a line of the text is a directive of OpenMP, or includes its header.
bool uses_openmp(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
    std::string_view rest = text.substr(at + 1);
    const auto skip = [&](std::string_view word) {
      rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
      if (!rest.starts_with(word)) return false;
      rest.remove_prefix(word.size());
      return true;
    };
    if (skip("pragma") ? skip("omp ") : skip("include") && (skip("<omp.h>") || skip("\"omp.h\""))) return true;
  }
  return false;
}

}  // namespace

HostNeeds host_needs(const std::vector<std::filesystem::path>& sources, const ptx::CompileOptions& options) {
  HostNeeds needs;
  std::vector<std::filesystem::path> whole;
  for (const std::filesystem::path& source : sources) whole.push_back(base::whole_path(source));
  const auto files = ptx::read_sources(whole, options.include_folders);
  if (!files) return needs;
  std::vector<std::string> removed;
  base::Error first;
  for (const ptx::SourceFile& file : files->files) {
    needs.openmp |= uses_openmp(file.text);
    for (const ptx::FormerName& former : ptx::former_names_in(file.text)) {
      needs.former_names = true;
      if (!former.removed || std::ranges::find(removed, former.name) != removed.end()) continue;
      if (removed.empty()) first = {file.path.string(), former.line, 0, ""};
      removed.push_back(former.name);
    }
  }
  if (removed.empty()) return needs;
  first.message = fmt::format("CUDA 13 has removed {}; Warplens gives the program what CUDA 12 had", fmt::join(removed, ", "));
  needs.removed_names = first;
  return needs;
}

}  // namespace warplens::program
